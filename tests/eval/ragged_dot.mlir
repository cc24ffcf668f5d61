// RUN: %partita eval %s

// The ragged dimension is a free one: rows of each group meet that group's matrix; rows past the groups give 0.
func.func @free() {
  %a = stablehlo.constant dense<[[1.0, 1.0], [1.0, 2.0], [3.0, 1.0], [9.0, 9.0]]> : tensor<4x2xf32>
  %b = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[10.0, 0.0], [0.0, 10.0]], [[5.0, 5.0], [5.0, 5.0]]]> : tensor<3x2x2xf32>
  %g = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
    lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x2xf32>, tensor<3x2x2xf32>, tensor<3xi32>) -> tensor<4x2xf32>
  check.expect_eq_const %0, dense<[[4.0, 6.0], [7.0, 10.0], [20.0, 20.0], [0.0, 0.0]]> : tensor<4x2xf32>
  return
}

// -----

// The same with a batch dimension and group sizes for each batch.
func.func @free_batched() {
  %a = stablehlo.constant dense<[[[1], [2], [3]], [[4], [5], [6]]]> : tensor<2x3x1xi32>
  %b = stablehlo.constant dense<[[[[1]], [[2]]], [[[10]], [[20]]]]> : tensor<2x2x1x1xi32>
  %g = stablehlo.constant dense<[[1, 2], [2, 1]]> : tensor<2x2xi64>
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2],
    lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x3x1xi32>, tensor<2x2x1x1xi32>, tensor<2x2xi64>) -> tensor<2x3x1xi32>
  check.expect_eq_const %0, dense<[[[1], [20], [30]], [[8], [10], [120]]]> : tensor<2x3x1xi32>
  return
}

// -----

// The ragged dimension is contracted: one result for each group.
func.func @contracted() {
  %a = stablehlo.constant dense<[[1, 2, 3, 4]]> : tensor<1x4xi32>
  %b = stablehlo.constant dense<[[1], [10], [100], [1000]]> : tensor<4x1xi32>
  %g = stablehlo.constant dense<[1, 2, 0]> : tensor<3xi32>
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0],
    lhs_ragged_dimensions = [1], rhs_group_dimensions = []>}> : (tensor<1x4xi32>, tensor<4x1xi32>, tensor<3xi32>) -> tensor<3x1x1xi32>
  check.expect_eq_const %0, dense<[[[1]], [[320]], [[0]]]> : tensor<3x1x1xi32>
  return
}

// -----

// The ragged dimension is a batch dimension: groups change nothing.
func.func @batch() {
  %a = stablehlo.constant dense<[[[1, 2]], [[3, 4]], [[5, 6]]]> : tensor<3x1x2xi32>
  %b = stablehlo.constant dense<[[[1], [1]], [[2], [2]], [[3], [3]]]> : tensor<3x2x1xi32>
  %g = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1],
    lhs_ragged_dimensions = [0], rhs_group_dimensions = []>}> : (tensor<3x1x2xi32>, tensor<3x2x1xi32>, tensor<2xi32>) -> tensor<3x1x1xi32>
  check.expect_eq_const %0, dense<[[[3]], [[14]], [[33]]]> : tensor<3x1x1xi32>
  return
}
