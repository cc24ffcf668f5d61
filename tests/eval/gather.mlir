// RUN: %partita eval %s

// Rows by number; indices outside are clamped.
func.func @rows() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = stablehlo.constant dense<[[2], [0], [7], [-1]]> : tensor<4x1xi64>
  %0 = "stablehlo.gather"(%a, %i) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>, indices_are_sorted = false
  }> : (tensor<3x2xi32>, tensor<4x1xi64>) -> tensor<4x2xi32>
  check.expect_eq_const %0, dense<[[5, 6], [1, 2], [5, 6], [1, 2]]> : tensor<4x2xi32>
  return
}

// -----

// Scalar indices (index_vector_dim past the end), windows kept whole and put first.
func.func @windows() {
  %a = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xf16>
  %i = stablehlo.constant dense<[0, 2, 3]> : tensor<3xui8>
  %0 = "stablehlo.gather"(%a, %i) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], start_index_map = [1], index_vector_dim = 1>,
    slice_sizes = array<i64: 2, 2>
  }> : (tensor<2x4xf16>, tensor<3xui8>) -> tensor<2x3x2xf16>
  check.expect_eq_const %0, dense<[[[1.0, 2.0], [3.0, 4.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0], [7.0, 8.0]]]> : tensor<2x3x2xf16>
  return
}

// -----

// Index vectors along the first dimension of the indices, mapped crosswise.
func.func @vectors_first() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>
  %i = stablehlo.constant dense<[[2, 0], [0, 1]]> : tensor<2x2xi32>
  %0 = "stablehlo.gather"(%a, %i) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 0>,
    slice_sizes = array<i64: 1, 1>
  }> : (tensor<2x3xi8>, tensor<2x2xi32>) -> tensor<2xi8>
  check.expect_eq_const %0, dense<[3, 4]> : tensor<2xi8>
  return
}

// -----

// A batching dimension: row b of the indices picks from column b of the operand.
func.func @batching() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = stablehlo.constant dense<[[[2], [0], [1]], [[0], [0], [2]]]> : tensor<2x3x1xi32>
  %0 = "stablehlo.gather"(%a, %i) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], operand_batching_dims = [1],
      start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1>
  }> : (tensor<3x2xi32>, tensor<2x3x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[5, 1, 3], [2, 2, 6]]> : tensor<2x3xi32>
  return
}

// -----

func.func @empty() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<> : tensor<0x1xi32>
  %0 = "stablehlo.gather"(%a, %i) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 2>
  }> : (tensor<3xi32>, tensor<0x1xi32>) -> tensor<0x2xi32>
  check.expect_eq_const %0, dense<> : tensor<0x2xi32>
  return
}
