// RUN: %partita eval %s

// Two matrices; only the named triangle is read, and the other one of the result is 0.
func.func @real() {
  %a = stablehlo.constant dense<[[[4.0, 99.0], [2.0, 5.0]], [[9.0, 99.0], [3.0, 2.0]]]> : tensor<2x2x2xf32>
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x2x2xf32>
  check.expect_eq_const %0, dense<[[[2.0, 0.0], [1.0, 2.0]], [[3.0, 0.0], [1.0, 1.0]]]> : tensor<2x2x2xf32>
  %b = stablehlo.constant dense<[[4.0, 2.0, 6.0], [99.0, 5.0, 7.0], [99.0, 99.0, 14.0]]> : tensor<3x3xf64>
  %1 = stablehlo.cholesky %b, lower = false : tensor<3x3xf64>
  check.expect_eq_const %1, dense<[[2.0, 1.0, 3.0], [0.0, 2.0, 2.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>
  return
}

// -----

// [[4, -2i], [2i, 5]] = L L* with L = [[2, 0], [i, 2]].
func.func @complex() {
  %a = stablehlo.constant dense<[[(4.0, 0.0), (0.0, -2.0)], [(0.0, 2.0), (5.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(2.0, 0.0), (0.0, 0.0)], [(0.0, 1.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %1 = stablehlo.cholesky %a, lower = false : tensor<2x2xcomplex<f32>>
  check.expect_eq_const %1, dense<[[(2.0, 0.0), (0.0, -1.0)], [(0.0, 0.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  return
}

// -----

// Not positive definite: NaN, in that matrix only.
func.func @indefinite() {
  %a = stablehlo.constant dense<[[[1.0, 2.0], [2.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]]]> : tensor<2x2x2xf32>
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x2x2xf32>
  %1 = stablehlo.slice %0 [0:2, 1:2, 0:2] : (tensor<2x2x2xf32>) -> tensor<2x1x2xf32>
  %2 = stablehlo.compare EQ, %1, %1 : (tensor<2x1x2xf32>, tensor<2x1x2xf32>) -> tensor<2x1x2xi1>
  check.expect_eq_const %2, dense<[[[false, false]], [[true, true]]]> : tensor<2x1x2xi1>
  return
}
