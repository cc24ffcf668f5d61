// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// Padding that only the running program knows: the result type cannot be believed.
func.func @main(%x: tensor<4xf32>, %v: tensor<f32>, %low: tensor<1xi64>, %high: tensor<1xi64>, %in: tensor<1xi64>) -> tensor<6xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: dynamic_pad: the padding must be constant [P115]
  %0 = stablehlo.dynamic_pad %x, %v, %low, %high, %in : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @main(%a: tensor<2xi64>, %b: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>) {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: chlo.minimum_broadcast_shapes is for shapes that only the running program knows; export with static ones [P115]
  %0, %1 = chlo.minimum_broadcast_shapes %a, %b : tensor<2xi64>, tensor<2xi64> -> tensor<2xi64>, tensor<2xi64>
  return %0, %1 : tensor<2xi64>, tensor<2xi64>
}
