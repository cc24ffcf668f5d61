// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// An element type the op is not defined for.
func.func @main(%a: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: stablehlo.tanh (I1): takes floats or complex numbers, not tensor<4xi32> [P207]
  %0 = stablehlo.tanh %a : tensor<4xi32>
  return %0 : tensor<4xi32>
}
