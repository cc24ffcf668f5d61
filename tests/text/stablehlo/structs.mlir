// RUN: %partita convert %s --to stablehlo | FileCheck %s
// Attribute structs and the older dense spellings of lists.

// CHECK{LITERAL}: func.func public @main(%x: tensor<3x4x2xi32>, %idx: tensor<2x3x2xi64>, %upd: tensor<2x3x2x2xi32>, %in: tensor<1x4x4x1xf32>, %k: tensor<3x3x1x1xf32>, %lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %group_sizes: tensor<3xi64>, %sq: tensor<3x3xf32>, %c: tensor<4xf32>, %one: tensor<1xf32>) -> tensor<2x3x2x2xi32> {
func.func @main(%x: tensor<3x4x2xi32>, %idx: tensor<2x3x2xi64>, %upd: tensor<2x3x2x2xi32>, %in: tensor<1x4x4x1xf32>, %k: tensor<3x3x1x1xf32>, %lhs : tensor<2x11x5xf32>, %rhs : tensor<3x2x5x7xf32>, %group_sizes : tensor<3xi64>, %sq: tensor<3x3xf32>, %c: tensor<4xf32>, %one: tensor<1xf32>) -> tensor<2x3x2x2xi32> {
  // CHECK{LITERAL}: %0 = "stablehlo.gather"(%x, %idx) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  %0 = "stablehlo.gather"(%x, %idx) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3],
      collapsed_slice_dims = [0],
      start_index_map = [1, 0],
      index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>,
    indices_are_sorted = false
  } : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // CHECK{LITERAL}: %1 = "stablehlo.scatter"(%x, %idx, %upd) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = true}> ({
  %1 = "stablehlo.scatter"(%x, %idx, %upd) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    // CHECK{LITERAL}: %s = stablehlo.add %a, %b : tensor<i32>
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // CHECK{LITERAL}: %2 = stablehlo.convolution(%in, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x4x4x1xf32>
  %2 = "stablehlo.convolution"(%in, %k) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw
    input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2],
    kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
    output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>, window_reversal = dense<false> : tensor<2xi1>} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x4x4x1xf32>
  // CHECK{LITERAL}: %3 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  %3 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {
    ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [0],
      rhs_batching_dimensions = [1],
      lhs_contracting_dimensions = [2],
      rhs_contracting_dimensions = [2],
      lhs_ragged_dimensions = [1],
      rhs_group_dimensions = [0]
    >,
    precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]
  } : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  // CHECK{LITERAL}: %4 = "stablehlo.triangular_solve"(%sq, %sq) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %4 = "stablehlo.triangular_solve"(%sq, %sq) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK{LITERAL}: %5 = stablehlo.fft %c, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  %5 = "stablehlo.fft"(%c) {fft_length = dense<4> : tensor<1xi64>, fft_type = #stablehlo<fft_type RFFT>} : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  // CHECK{LITERAL}: %6:3 = "stablehlo.batch_norm_training"(%in, %one, %one) <{epsilon = 1.000000e-03 : f32, feature_index = 3 : i64}> : (tensor<1x4x4x1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x4x4x1xf32>, tensor<1xf32>, tensor<1xf32>)
  %6:3 = "stablehlo.batch_norm_training"(%in, %one, %one) <{epsilon = 1.000000e-03 : f32, feature_index = 3 : i64}> : (tensor<1x4x4x1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x4x4x1xf32>, tensor<1xf32>, tensor<1xf32>)
  // CHECK{LITERAL}: return %0 : tensor<2x3x2x2xi32>
  return %0 : tensor<2x3x2x2xi32>
}
