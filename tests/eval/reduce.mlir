// RUN: %partita eval %s
func.func @dimensions() {
  %a = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[9, 12], [27, 30]]> : tensor<2x2xi32>
  %1 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x2xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %1, dense<[18, 26, 34]> : tensor<3xi32>
  %2 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x2xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %2, dense<78> : tensor<i32>
  // No dimension: each element meets the initial value.
  %s = stablehlo.constant dense<5> : tensor<i32>
  %3 = stablehlo.reduce(%a init: %s) applies stablehlo.maximum across dimensions = [] : (tensor<2x3x2xi32>, tensor<i32>) -> tensor<2x3x2xi32>
  check.expect_eq_const %3, dense<[[[5, 5], [5, 5], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  // Nothing to reduce: the initial value.
  %e = stablehlo.constant dense<> : tensor<0x3xi32>
  %4 = stablehlo.reduce(%e init: %s) applies stablehlo.add across dimensions = [0] : (tensor<0x3xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %4, dense<5> : tensor<3xi32>
  %5 = stablehlo.reduce(%e init: %s) applies stablehlo.add across dimensions = [1] : (tensor<0x3xi32>, tensor<i32>) -> tensor<0xi32>
  check.expect_eq_const %5, dense<> : tensor<0xi32>
  return
}

// -----

// More result elements than are handled at a time, reduced over the inner and over the outer dimension.
func.func @large() {
  %a = stablehlo.iota dim = 0 : tensor<3000x3xi64>
  %z = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<3000x3xi64>, tensor<i64>) -> tensor<3000xi64>
  %1 = stablehlo.iota dim = 0 : tensor<3000xi64>
  %3 = stablehlo.constant dense<3> : tensor<3000xi64>
  %2 = stablehlo.multiply %1, %3 : tensor<3000xi64>
  check.expect_eq %0, %2 : tensor<3000xi64>
  %4 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3000x3xi64>, tensor<i64>) -> tensor<3xi64>
  check.expect_eq_const %4, dense<4498500> : tensor<3xi64>
  return
}

// -----

func.func @bodies() {
  %p = stablehlo.constant dense<[[true, false], [true, true]]> : tensor<2x2xi1>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.reduce(%p init: %t) applies stablehlo.and across dimensions = [1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<2xi1>
  check.expect_eq_const %0, dense<[false, true]> : tensor<2xi1>
  %f = stablehlo.constant dense<[1.0, 0x7FC00000, 3.0]> : tensor<3xf32>
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %1 = stablehlo.reduce(%f init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.compare EQ, %1, %1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  check.expect_eq_const %2, dense<false> : tensor<i1>
  %c = stablehlo.constant dense<[(1.0, 1.0), (0.0, 2.0)]> : tensor<2xcomplex<f32>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %3 = stablehlo.reduce(%c init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  check.expect_eq_const %3, dense<(-2.0, 2.0)> : tensor<complex<f32>>
  // Any body, in ascending order: 2 * (2 * (2 * 1 + 1) + 2) + 3.
  %v = stablehlo.constant dense<[1, 2, 3]> : tensor<3xui8>
  %i = stablehlo.constant dense<1> : tensor<ui8>
  %4 = stablehlo.reduce(%v init: %i) across dimensions = [0] : (tensor<3xui8>, tensor<ui8>) -> tensor<ui8>
    reducer(%x: tensor<ui8>, %y: tensor<ui8>) {
    %d = stablehlo.add %x, %x : tensor<ui8>
    %s = stablehlo.add %d, %y : tensor<ui8>
    stablehlo.return %s : tensor<ui8>
  }
  check.expect_eq_const %4, dense<19> : tensor<ui8>
  return
}

// -----

// The largest element and its position, the first of several.
func.func @variadic() {
  %a = stablehlo.constant dense<[[3.0, 7.0, 7.0], [9.0, 1.0, 2.0]]> : tensor<2x3xf64>
  %p = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %ninf = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %ninf), (%p init: %z) across dimensions = [1]
    : (tensor<2x3xf64>, tensor<2x3xi32>, tensor<f64>, tensor<i32>) -> (tensor<2xf64>, tensor<2xi32>)
    reducer(%x: tensor<f64>, %y: tensor<f64>) (%xi: tensor<i32>, %yi: tensor<i32>) {
    %c = stablehlo.compare GE, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %v = stablehlo.select %c, %x, %y : tensor<i1>, tensor<f64>
    %w = stablehlo.select %c, %xi, %yi : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f64>, tensor<i32>
  }
  check.expect_eq_const %0#0, dense<[7.0, 9.0]> : tensor<2xf64>
  check.expect_eq_const %0#1, dense<[1, 0]> : tensor<2xi32>
  return
}

// -----

// The body may compute in a wider type than the input has.
func.func @promoted() {
  %a = stablehlo.constant dense<100> : tensor<4xi8>
  %z = stablehlo.constant dense<0> : tensor<i8>
  %0 = stablehlo.reduce(%a init: %z) across dimensions = [0] : (tensor<4xi8>, tensor<i8>) -> tensor<i32>
    reducer(%x: tensor<i32>, %y: tensor<i32>) {
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }
  check.expect_eq_const %0, dense<400> : tensor<i32>
  return
}
