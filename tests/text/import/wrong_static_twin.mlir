// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// Dynamic ops have no rules of their own: the static ones that take their place say what is wrong with them.
func.func @main(%x: tensor<4x6xf32>, %s: tensor<f32>) -> (tensor<5x5xf32>, tensor<9x9xf32>, tensor<4x6xi32>) {
  %shape = stablehlo.constant dense<[5, 5]> : tensor<2xi64>
  // CHECK: [[@LINE+1]]:8: error: stablehlo.reshape (C2): tensor<4x6xf32> and tensor<5x5xf32> have different numbers of elements [P203]
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<5x5xf32>
  %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  // CHECK: [[@LINE+1]]:8: error: stablehlo.pad (C4): result 0 is tensor<9x9xf32>, the operands give tensor<9x6xf32> [P204]
  %1 = stablehlo.dynamic_pad %x, %s, %l, %l, %l : (tensor<4x6xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<9x9xf32>
  // CHECK: [[@LINE+1]]:8: error: stablehlo.iota (C1): iota_dimension 2 is not a dimension of tensor<4x6xi32> [P203]
  %2 = stablehlo.dynamic_iota %shape, dim = 2 : (tensor<2xi64>) -> tensor<4x6xi32>
  return %0, %1, %2 : tensor<5x5xf32>, tensor<9x9xf32>, tensor<4x6xi32>
}
