// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// An attribute the op cannot do without.
func.func @main(%a: tensor<4x2xf32>) -> tensor<2x4xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: stablehlo.transpose needs the attribute permutation [P202]
  %0 = "stablehlo.transpose"(%a) : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
