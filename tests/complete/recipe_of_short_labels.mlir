// A short vector of signed numbers holds labels, and says what the batch is; one of unsigned numbers is a key.
// RUN: %partita propagate --mesh x=2 --recipe dp -v -o %t %s 2>&1 | FileCheck %s
// CHECK: note: recipe dp: batch of 4: arg0, arg1, along x
func.func @main(%labels: tensor<4xi32>, %x: tensor<16x4x8xf32>, %w: tensor<8x8xf32>) -> tensor<16x4x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0] : (tensor<16x4x8xf32>, tensor<8x8xf32>) -> tensor<16x4x8xf32>
  %1 = stablehlo.convert %labels : (tensor<4xi32>) -> tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<4xf32>) -> tensor<16x4x8xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<16x4x8xf32>
  return %3 : tensor<16x4x8xf32>
}
