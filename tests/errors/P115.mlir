// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// Padding that only the running program knows: the result type cannot be believed.
func.func @main(%x: tensor<4xf32>, %v: tensor<f32>, %low: tensor<1xi64>, %high: tensor<1xi64>, %in: tensor<1xi64>) -> tensor<6xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: dynamic_pad: the padding must be constant [P115]
  %0 = stablehlo.dynamic_pad %x, %v, %low, %high, %in : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
