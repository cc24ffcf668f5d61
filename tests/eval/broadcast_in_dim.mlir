// RUN: %partita eval %s
func.func @main() {
  %s = stablehlo.constant dense<3.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<3.0> : tensor<2x2xf32>

  %v = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %1 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<3xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %1, dense<[[1, 2, 3], [1, 2, 3]]> : tensor<2x3xi64>
  %2 = stablehlo.broadcast_in_dim %v, dims = [0] : (tensor<3xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %2, dense<[[1, 1], [2, 2], [3, 3]]> : tensor<3x2xi64>

  // Dimensions may change places, and a dimension of 1 spreads.
  %m = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xui8>
  %3 = stablehlo.broadcast_in_dim %m, dims = [2, 0] : (tensor<2x1xui8>) -> tensor<3x2x2xui8>
  check.expect_eq_const %3, dense<[[[1, 2], [1, 2]], [[1, 2], [1, 2]], [[1, 2], [1, 2]]]> : tensor<3x2x2xui8>
  %4 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<3xi64>) -> tensor<0x3xi64>
  check.expect_eq_const %4, dense<> : tensor<0x3xi64>
  return
}
