// RUN: %partita eval %s

// With l = [[2, 0], [1, 4]]; what stands in the other triangle must not matter.
func.func @real() {
  %l = stablehlo.constant dense<[[2.0, 99.0], [1.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[2.0, 4.0], [9.0, 10.0]]> : tensor<2x2xf32>
  %0 = "stablehlo.triangular_solve"(%l, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}>
    : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[1.0, 2.0], [2.0, 2.0]]> : tensor<2x2xf32>
  // l' x = b: 4 x1 = 9, 2 x0 + x1 = 2.
  %1 = "stablehlo.triangular_solve"(%l, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}>
    : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %1, dense<[[-0.125, 0.75], [2.25, 2.5]]> : tensor<2x2xf32>
  // x l = b, row by row: 4 x1 = b1, 2 x0 + x1 = b0.
  %2 = "stablehlo.triangular_solve"(%l, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}>
    : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %2, dense<[[0.5, 1.0], [3.25, 2.5]]> : tensor<2x2xf32>
  // x l' = b: 2 x0 = b0, x0 + 4 x1 = b1.
  %3 = "stablehlo.triangular_solve"(%l, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}>
    : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %3, dense<[[1.0, 0.75], [4.5, 1.375]]> : tensor<2x2xf32>
  // Ones are taken for the diagonal.
  %4 = "stablehlo.triangular_solve"(%l, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}>
    : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %4, dense<[[2.0, 4.0], [7.0, 6.0]]> : tensor<2x2xf32>
  // The upper triangle [[2, 99], [0, 4]].
  %5 = "stablehlo.triangular_solve"(%l, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}>
    : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %5, dense<[[1.0, 2.0], [-22.5, -47.0]]> : tensor<2x2xf32>
  return
}

// -----

// Batches of complex numbers: l* x = b with l = [[i, 0], [1, 2]], that is [[-i, 1], [0, 2]] x = b.
func.func @complex() {
  %l = stablehlo.constant dense<[[[(0.0, 1.0), (9.0, 9.0)], [(1.0, 0.0), (2.0, 0.0)]]]> : tensor<1x2x2xcomplex<f64>>
  %b = stablehlo.constant dense<[[[(1.0, 0.0)], [(2.0, 0.0)]]]> : tensor<1x2x1xcomplex<f64>>
  %0 = "stablehlo.triangular_solve"(%l, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}>
    : (tensor<1x2x2xcomplex<f64>>, tensor<1x2x1xcomplex<f64>>) -> tensor<1x2x1xcomplex<f64>>
  check.expect_eq_const %0, dense<[[[(0.0, 0.0)], [(1.0, 0.0)]]]> : tensor<1x2x1xcomplex<f64>>
  return
}

// -----

// Larger than a block of the algorithm: with ones below a diagonal of ones, L x = (1, 2, 3, …) has x = (1, 1, 1, …).
func.func @blocks() {
  %a = stablehlo.constant dense<1.0> : tensor<150x150xf32>
  %i = stablehlo.iota dim = 0 : tensor<150x2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<150x2xf32>
  %b = stablehlo.add %i, %one : tensor<150x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}>
    : (tensor<150x150xf32>, tensor<150x2xf32>) -> tensor<150x2xf32>
  check.expect_eq %0, %one : tensor<150x2xf32>
  // L' x = (150, 149, …).
  %n = stablehlo.constant dense<150.0> : tensor<150x2xf32>
  %c = stablehlo.subtract %n, %i : tensor<150x2xf32>
  %1 = "stablehlo.triangular_solve"(%a, %c) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}>
    : (tensor<150x150xf32>, tensor<150x2xf32>) -> tensor<150x2xf32>
  check.expect_eq %1, %one : tensor<150x2xf32>
  return
}

// -----

// Many small matrices are solved directly.
func.func @many() {
  %a = stablehlo.constant dense<2.0> : tensor<20x3x3xf64>
  %b = stablehlo.constant dense<[[8.0, 6.0, 4.0]]> : tensor<1x3xf64>
  %bs = stablehlo.broadcast_in_dim %b, dims = [1, 2] : (tensor<1x3xf64>) -> tensor<20x1x3xf64>
  %0 = "stablehlo.triangular_solve"(%a, %bs) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}>
    : (tensor<20x3x3xf64>, tensor<20x1x3xf64>) -> tensor<20x1x3xf64>
  %1 = stablehlo.slice %0 [19:20, 0:1, 0:3] : (tensor<20x1x3xf64>) -> tensor<1x1x3xf64>
  check.expect_eq_const %1, dense<[[[1.0, 1.0, 2.0]]]> : tensor<1x1x3xf64>
  return
}
