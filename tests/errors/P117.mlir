// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// Programs in other dialects are named, with what makes StableHLO of them.
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: 'linalg.matmul' is of the dialect 'linalg', not of StableHLO: the program is lowered too far: {{.*}} [P117]
  %0 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: 'tf.MatMul' is of the dialect 'tf', not of StableHLO: tf-opt --tf-to-stablehlo-pipeline, {{.*}} [P117]
  %0 = "tf.MatMul"(%x, %x) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: 'my_chip.matmul' is of the dialect 'my_chip', not of StableHLO: write the program in StableHLO [P117]
  %0 = "my_chip.matmul"(%x, %x) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
