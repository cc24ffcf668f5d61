// RUN: %partita eval %s

// Rows are added to; a row that is named twice gets both, an index outside is left out.
func.func @add_rows() {
  %a = stablehlo.constant dense<1> : tensor<3x2xi32>
  %i = stablehlo.constant dense<[[2], [0], [2], [3], [-1]]> : tensor<5x1xi32>
  %u = stablehlo.constant dense<[[10, 20], [30, 40], [50, 60], [70, 80], [90, 100]]> : tensor<5x2xi32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3x2xi32>, tensor<5x1xi32>, tensor<5x2xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[31, 41], [1, 1], [61, 81]]> : tensor<3x2xi32>
  return
}

// -----

// Of a window that is partly outside, the elements inside still count; later updates win.
func.func @partly_outside() {
  %a = stablehlo.constant dense<0.0> : tensor<5xf32>
  %i = stablehlo.constant dense<[3, -1, 3]> : tensor<3xi64>
  %u = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<5xf32>, tensor<3xi64>, tensor<3x3xf32>) -> tensor<5xf32>
  check.expect_eq_const %0, dense<[5.0, 6.0, 0.0, 7.0, 8.0]> : tensor<5xf32>
  return
}

// -----

// The order of updates shows where the body is not commutative: (((7 - 1) * 2 - 2) * 2 - 3) * 2.
func.func @ordered() {
  %a = stablehlo.constant dense<7> : tensor<1xi64>
  %i = stablehlo.constant dense<0> : tensor<3x1xi32>
  %u = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %two = stablehlo.constant dense<2> : tensor<i64>
    %d = stablehlo.subtract %x, %y : tensor<i64>
    %p = stablehlo.multiply %d, %two : tensor<i64>
    stablehlo.return %p : tensor<i64>
  }) : (tensor<1xi64>, tensor<3x1xi32>, tensor<3xi64>) -> tensor<1xi64>
  check.expect_eq_const %0, dense<34> : tensor<1xi64>
  return
}

// -----

// Several inputs with one body: keep the larger value and where it came from.
func.func @variadic() {
  %a = stablehlo.constant dense<[5.0, 0.0]> : tensor<2xf64>
  %p = stablehlo.constant dense<-1> : tensor<2xi32>
  %i = stablehlo.constant dense<[[0], [1], [1], [0]]> : tensor<4x1xi32>
  %u = stablehlo.constant dense<[4.0, 3.0, 2.0, 9.0]> : tensor<4xf64>
  %n = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %0:2 = "stablehlo.scatter"(%a, %p, %i, %u, %n) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%x: tensor<f64>, %xi: tensor<i32>, %y: tensor<f64>, %yi: tensor<i32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %v = stablehlo.select %c, %x, %y : tensor<i1>, tensor<f64>
    %w = stablehlo.select %c, %xi, %yi : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f64>, tensor<i32>
  }) : (tensor<2xf64>, tensor<2xi32>, tensor<4x1xi32>, tensor<4xf64>, tensor<4xi32>) -> (tensor<2xf64>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[9.0, 3.0]> : tensor<2xf64>
  check.expect_eq_const %0#1, dense<[3, 1]> : tensor<2xi32>
  return
}

// -----

// Batching: row b of the updates goes to column b of the input.
func.func @batching() {
  %a = stablehlo.constant dense<0> : tensor<3x2xi8>
  %i = stablehlo.constant dense<[[[2], [0]], [[1], [1]]]> : tensor<2x2x1xi32>
  %u = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], input_batching_dims = [1],
      scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>
  }> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
    %s = stablehlo.add %x, %y : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) : (tensor<3x2xi8>, tensor<2x2x1xi32>, tensor<2x2xi8>) -> tensor<3x2xi8>
  check.expect_eq_const %0, dense<[[2, 0], [0, 7], [1, 0]]> : tensor<3x2xi8>
  return
}

// -----

// A body with a loop in it cannot be turned into kernels and is run element by element: x + y, by counting.
func.func @loop_in_body() {
  %a = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %i = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi32>
  %u = stablehlo.constant dense<[3, 0, 4]> : tensor<3xi32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %r:2 = stablehlo.while(%s = %x, %n = %y) : tensor<i32>, tensor<i32>
    cond {
      %c = stablehlo.compare GT, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %s1 = stablehlo.add %s, %one : tensor<i32>
      %n1 = stablehlo.subtract %n, %one : tensor<i32>
      stablehlo.return %s1, %n1 : tensor<i32>, tensor<i32>
    }
    stablehlo.return %r#0 : tensor<i32>
  }) : (tensor<2xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[1, 8]> : tensor<2xi32>
  return
}
