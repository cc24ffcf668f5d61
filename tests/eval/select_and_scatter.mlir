// RUN: %partita eval %s

// The gradient of max pooling: overlapping windows may choose the same element, and both sources are added there.
func.func @overlapping() {
  %a = stablehlo.constant dense<[1, 5, 2, 3, 6]> : tensor<5xi32>
  %s = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %i = stablehlo.constant dense<1> : tensor<i32>
  %0 = "stablehlo.select_and_scatter"(%a, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %t = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<5xi32>, tensor<4xi32>, tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %0, dense<[1, 31, 1, 31, 41]> : tensor<5xi32>
  return
}

// -----

// Padding is never chosen, whatever the values; of equal elements "greater or equal" keeps the first.
func.func @padded() {
  %a = stablehlo.constant dense<[[-1.0, -1.0, -3.0], [-4.0, -2.0, -2.0]]> : tensor<2x3xf32>
  %s = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %t = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[1.0, 0.0, 0.0], [0.0, 0.0, 2.0]]> : tensor<2x3xf32>
  return
}
