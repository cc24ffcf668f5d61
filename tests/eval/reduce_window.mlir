// RUN: %partita eval %s

func.func @pooling() {
  %a = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[14, 22], [30, 38]]> : tensor<2x2xi32>
  return
}

// -----

// Padding and the holes of dilation hold the initial value, which need not be neutral: with init 1,
// padded and dilated [1 1 1 2 1 3 1], windows of two elements 3 apart, stride 2: 1 + (1 + 2), 1 + (1 + 3).
func.func @padding_counts() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %i = stablehlo.constant dense<1> : tensor<i64>
  %0 = "stablehlo.reduce_window"(%a, %i) <{
    window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>,
    window_dilations = array<i64: 3>, padding = dense<[[1, 1]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %s = stablehlo.add %x, %y : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<3xi64>, tensor<i64>) -> tensor<2xi64>
  check.expect_eq_const %0, dense<[4, 5]> : tensor<2xi64>
  // Negative padding takes elements away.
  %1 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1>, padding = dense<[[-1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %s = stablehlo.multiply %x, %y : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<3xi64>, tensor<i64>) -> tensor<2xi64>
  check.expect_eq_const %1, dense<[2, 3]> : tensor<2xi64>
  return
}

// -----

// A cumulative maximum, as a window of everything before.
func.func @cumulative() {
  %a = stablehlo.constant dense<[3.0, 1.0, 4.0, 1.0]> : tensor<4xbf16>
  %i = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %s = stablehlo.maximum %x, %y : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  check.expect_eq_const %0, dense<[3.0, 3.0, 4.0, 4.0]> : tensor<4xbf16>
  return
}

// -----

// Several inputs: the sum and the product of each window.
func.func @variadic() {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.constant dense<1> : tensor<i8>
  %0:2 = "stablehlo.reduce_window"(%a, %b, %z, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %xi: tensor<i8>, %y: tensor<f32>, %yi: tensor<i8>):
    %s = stablehlo.add %x, %y : tensor<f32>
    %p = stablehlo.multiply %xi, %yi : tensor<i8>
    stablehlo.return %s, %p : tensor<f32>, tensor<i8>
  }) : (tensor<3xf32>, tensor<3xi8>, tensor<f32>, tensor<i8>) -> (tensor<2xf32>, tensor<2xi8>)
  check.expect_eq_const %0#0, dense<[3.0, 5.0]> : tensor<2xf32>
  check.expect_eq_const %0#1, dense<[2, 6]> : tensor<2xi8>
  return
}
