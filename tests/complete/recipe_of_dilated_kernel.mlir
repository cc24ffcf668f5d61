// The taps of a dilated kernel are no batch, though nothing slides along them: the images have it.
// RUN: %partita propagate --mesh x=2 --recipe dp -v -o %t %s 2>&1 | FileCheck %s --check-prefix=DP
// DP: note: recipe dp: batch of 2: arg0, arg1, along x
// RUN: %partita propagate --mesh x=2,y=2 --recipe spatial -v -o %t %s 2>&1 | FileCheck %s --check-prefix=SPATIAL
// SPATIAL: note: recipe spatial: the leading spatial dimension along y: arg0, arg1
func.func @main(%images: tensor<2x16x16x4xf32>, %labels: tensor<2x16x16x8xf32>, %w: tensor<3x3x4x8xf32>, %v: tensor<3x3x8x8xf32>) -> tensor<2x16x16x8xf32> {
  %0 = stablehlo.convolution(%images, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x16x4xf32>, tensor<3x3x4x8xf32>) -> tensor<2x16x16x8xf32>
  %1 = stablehlo.tanh %0 : tensor<2x16x16x8xf32>
  %2 = stablehlo.convolution(%1, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[2, 2], [2, 2]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x16x8xf32>, tensor<3x3x8x8xf32>) -> tensor<2x16x16x8xf32>
  %3 = stablehlo.subtract %2, %labels : tensor<2x16x16x8xf32>
  return %3 : tensor<2x16x16x8xf32>
}
