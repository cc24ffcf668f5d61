// Windows with kernels: those that choose, beyond the border and over each other, and sums over small and large ones.
// RUN: %partita eval --engine fast %s
// RUN: %partita eval %s
func.func @chosen() {
  %x = stablehlo.constant dense<[[1.0, 9.0], [5.0, 2.0], [5.0, 0x7FC00000], [3.0, 4.0], [0.0, 8.0]]> : tensor<5x2xf32>
  %s = stablehlo.constant dense<[[10.0, 1.0], [20.0, 2.0], [30.0, 3.0]]> : tensor<3x2xf32>
  %zero = stablehlo.constant dense<0.5> : tensor<f32>
  %r = "stablehlo.select_and_scatter"(%x, %s, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}
    : (tensor<5x2xf32>, tensor<3x2xf32>, tensor<f32>) -> tensor<5x2xf32>
  check.expect_eq_const %r, dense<[[0.5, 1.5], [30.5, 0.5], [0.5, 0.5], [30.5, 2.5], [0.5, 3.5]]> : tensor<5x2xf32>
  func.return
}

// Two dimensions, smaller is better, f64.
func.func @least() {
  %x = stablehlo.constant dense<[[4.0, 2.0, 6.0], [3.0, 2.0, 5.0], [7.0, 8.0, 1.0]]> : tensor<3x3xf64>
  %s = stablehlo.constant dense<[[1.0, 2.0], [4.0, 8.0]]> : tensor<2x2xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %r = "stablehlo.select_and_scatter"(%x, %s, %zero) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}
    : (tensor<3x3xf64>, tensor<2x2xf64>, tensor<f64>) -> tensor<3x3xf64>
  check.expect_eq_const %r, dense<[[0.0, 0.0, 0.0], [0.0, 7.0, 0.0], [0.0, 0.0, 8.0]]> : tensor<3x3xf64>
  func.return
}

func.func @sums() {
  %x = stablehlo.iota dim = 1 : tensor<2x50xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %small = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 20>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}
    : (tensor<2x50xf32>, tensor<f32>) -> tensor<1x3xf32>
  %large = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 1, 40>, window_strides = array<i64: 1, 10>}
    : (tensor<2x50xf32>, tensor<f32>) -> tensor<2x2xf32>
  check.expect_eq_const %small, dense<[[2.0, 120.0, 240.0]]> : tensor<1x3xf32>
  check.expect_eq_const %large, dense<[[780.0, 1180.0], [780.0, 1180.0]]> : tensor<2x2xf32>
  func.return
}

// Sums that begin with a value that is computed, over rows and over columns.
func.func @beginnings() {
  %x = stablehlo.iota dim = 1 : tensor<4x6xf32>
  %p = stablehlo.iota dim = 0 : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %six = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %rows = stablehlo.reduce(%x init: %six) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  %columns = stablehlo.reduce(%x init: %six) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
  %all = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
  %again = stablehlo.reduce(%x init: %all) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %rows, dense<21.0> : tensor<4xf32>
  check.expect_eq_const %columns, dense<[6.0, 10.0, 14.0, 18.0, 22.0, 26.0]> : tensor<6xf32>
  check.expect_eq_const %again, dense<120.0> : tensor<f32>
  func.return
}

// A call of the evaluator's on bf16 (a comparison of all orders), among instructions.
func.func @narrow_calls() {
  %x = stablehlo.constant dense<[1.5, -2.0, 3.0, -0.0]> : tensor<4xbf16>
  %y = stablehlo.constant dense<[1.0, -2.0, 4.0, 0.0]> : tensor<4xbf16>
  %sum = stablehlo.add %x, %x : tensor<4xbf16>
  %c = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xi1>
  %r = stablehlo.select %c, %sum, %y : tensor<4xi1>, tensor<4xbf16>
  check.expect_eq_const %r, dense<[1.0, -2.0, 6.0, -0.0]> : tensor<4xbf16>
  func.return
}
