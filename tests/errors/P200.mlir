// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// An op with too many operands.
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: stablehlo.negate has 2 operands, it takes 1 [P200]
  %0 = "stablehlo.negate"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
