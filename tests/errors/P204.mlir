// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// A result type that is not what the operands give.
func.func @main(%a: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: stablehlo.transpose (C3): result 0 is tensor<4x2xf32>, the operands give tensor<2x4xf32> [P204]
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
