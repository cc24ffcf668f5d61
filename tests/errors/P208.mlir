// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// A function that returns something else than its signature says.
func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: @main returns 1 values, its signature says 2 [P208]
  return %a : tensor<4xf32>
}

// -----

func.func @main(%a: tensor<4xf32>) -> tensor<4xi32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: result 0 of @main is tensor<4xf32>, its signature says tensor<4xi32> [P208]
  return %a : tensor<4xf32>
}
