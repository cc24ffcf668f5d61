// RUN: %partita eval %s
func.func @matrices() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %b = stablehlo.constant dense<[[1, 0], [0, 1], [2, 2]]> : tensor<3x2xi32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[7, 8], [16, 17]]> : tensor<2x2xi32>
  // No contraction: the outer product. All dimensions: a scalar.
  %v = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.dot_general %v, %v, contracting_dims = [] x [] : (tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %1, dense<[[1.0, 2.0], [2.0, 4.0]]> : tensor<2x2xf32>
  %2 = stablehlo.dot_general %v, %v, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  check.expect_eq_const %2, dense<5.0> : tensor<f32>
  // Nothing to sum over.
  %e = stablehlo.constant dense<> : tensor<2x0xf64>
  %3 = stablehlo.dot_general %e, %e, contracting_dims = [1] x [1] : (tensor<2x0xf64>, tensor<2x0xf64>) -> tensor<2x2xf64>
  check.expect_eq_const %3, dense<0.0> : tensor<2x2xf64>
  return
}

// -----

// Batching dimensions come first in the result, then those of lhs, then those of rhs, wherever they stood.
func.func @batches() {
  %a = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]]> : tensor<3x2x2xi64>
  %b = stablehlo.constant dense<[[[1, 2], [0, 1]], [[1, 1], [2, 0]]]> : tensor<2x2x2xi64>
  // a is [free][batch][contracted], b is [contracted][free][batch].
  %0 = stablehlo.dot_general %a, %b, batching_dims = [1] x [2], contracting_dims = [2] x [0]
    : (tensor<3x2x2xi64>, tensor<2x2x2xi64>) -> tensor<2x3x2xi64>
  check.expect_eq_const %0, dense<[[[3, 4], [11, 12], [19, 20]], [[10, 3], [22, 7], [34, 11]]]> : tensor<2x3x2xi64>
  return
}

// -----

// Several contracting dimensions, in the order the lists name them.
func.func @two_contracted() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi16>
  %b = stablehlo.constant dense<[[1, 0], [0, 1], [1, 1]]> : tensor<3x2xi16>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0, 1] x [1, 0] : (tensor<2x3xi16>, tensor<3x2xi16>) -> tensor<i16>
  check.expect_eq_const %0, dense<15> : tensor<i16>
  return
}

// -----

func.func @element_types() {
  // Integers wrap in the result's type, or widen first.
  %i = stablehlo.constant dense<[100, 100]> : tensor<2xi8>
  %0 = stablehlo.dot_general %i, %i, contracting_dims = [0] x [0] : (tensor<2xi8>, tensor<2xi8>) -> tensor<i8>
  check.expect_eq_const %0, dense<32> : tensor<i8>
  %1 = stablehlo.dot_general %i, %i, contracting_dims = [0] x [0] : (tensor<2xi8>, tensor<2xi8>) -> tensor<i32>
  check.expect_eq_const %1, dense<20000> : tensor<i32>
  %n = stablehlo.constant dense<[-1, 3]> : tensor<2xi4>
  %2 = stablehlo.dot_general %n, %n, contracting_dims = [0] x [0] : (tensor<2xi4>, tensor<2xi4>) -> tensor<i64>
  check.expect_eq_const %2, dense<10> : tensor<i64>
  %w = stablehlo.constant dense<[0xFFFFFFFF, 2]> : tensor<2xui32>
  %3 = stablehlo.dot_general %w, %w, contracting_dims = [0] x [0] : (tensor<2xui32>, tensor<2xui32>) -> tensor<ui32>
  check.expect_eq_const %3, dense<5> : tensor<ui32>
  // "and" and "or" for pred.
  %p = stablehlo.constant dense<[[true, true], [true, false]]> : tensor<2x2xi1>
  %q = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %4 = stablehlo.dot_general %p, %q, contracting_dims = [1] x [0] : (tensor<2x2xi1>, tensor<2xi1>) -> tensor<2xi1>
  check.expect_eq_const %4, dense<[true, false]> : tensor<2xi1>
  // Narrow floats are summed in f32 and rounded once: 256 + 1 + 1 is 258 in bf16, but 256 + 1 alone would stay 256.
  %h = stablehlo.constant dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>
  %one = stablehlo.constant dense<1.0> : tensor<3xbf16>
  %5 = stablehlo.dot_general %h, %one, contracting_dims = [0] x [0] : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<bf16>
  check.expect_eq_const %5, dense<258.0> : tensor<bf16>
  %f8 = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf8E5M2>
  %6 = stablehlo.dot_general %f8, %f8, contracting_dims = [0] x [0] : (tensor<2xf8E5M2>, tensor<2xf8E5M2>) -> tensor<f32>
  check.expect_eq_const %6, dense<6.25> : tensor<f32>
  %c = stablehlo.constant dense<[(1.0, 2.0), (0.0, 1.0)]> : tensor<2xcomplex<f64>>
  %7 = stablehlo.dot_general %c, %c, contracting_dims = [0] x [0] : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<complex<f64>>
  check.expect_eq_const %7, dense<(-4.0, 4.0)> : tensor<complex<f64>>
  return
}

// -----

// Sizes that do not fill the blocks of the inner loop: with ones, every element counts the contracted dimension.
func.func @uneven_sizes() {
  %a = stablehlo.constant dense<1.0> : tensor<7x13xf32>
  %b = stablehlo.constant dense<1.0> : tensor<13x19xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<7x13xf32>, tensor<13x19xf32>) -> tensor<7x19xf32>
  check.expect_eq_const %0, dense<13.0> : tensor<7x19xf32>
  %r = stablehlo.iota dim = 0 : tensor<7x13xf32>
  %1 = stablehlo.dot_general %r, %b, contracting_dims = [1] x [0] : (tensor<7x13xf32>, tensor<13x19xf32>) -> tensor<7x19xf32>
  %2 = stablehlo.iota dim = 0 : tensor<7x19xf32>
  %3 = stablehlo.multiply %2, %0 : tensor<7x19xf32>
  check.expect_eq %1, %3 : tensor<7x19xf32>
  %c = stablehlo.iota dim = 1 : tensor<13x19xf32>
  %4 = stablehlo.dot_general %a, %c, contracting_dims = [1] x [0] : (tensor<7x13xf32>, tensor<13x19xf32>) -> tensor<7x19xf32>
  %5 = stablehlo.iota dim = 1 : tensor<7x19xf32>
  %6 = stablehlo.multiply %5, %0 : tensor<7x19xf32>
  check.expect_eq %4, %6 : tensor<7x19xf32>
  return
}
