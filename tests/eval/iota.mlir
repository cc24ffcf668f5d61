// RUN: %partita eval %s
func.func @main() {
  %0 = stablehlo.iota dim = 0 : tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi32>
  %1 = stablehlo.iota dim = 1 : tensor<2x3xbf16>
  check.expect_eq_const %1, dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xbf16>
  %2 = stablehlo.iota dim = 0 : tensor<3xcomplex<f32>>
  check.expect_eq_const %2, dense<[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]> : tensor<3xcomplex<f32>>
  // Integers wrap, floats round.
  %3 = stablehlo.iota dim = 0 : tensor<10xi4>
  check.expect_eq_const %3, dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7]> : tensor<10xi4>
  %4 = stablehlo.iota dim = 0 : tensor<6xui2>
  check.expect_eq_const %4, dense<[0, 1, 2, 3, 0, 1]> : tensor<6xui2>
  %5 = stablehlo.iota dim = 0 : tensor<20xf8E4M3FN>
  %6 = stablehlo.slice %5 [16:20] : (tensor<20xf8E4M3FN>) -> tensor<4xf8E4M3FN>
  check.expect_eq_const %6, dense<[16.0, 16.0, 18.0, 20.0]> : tensor<4xf8E4M3FN>
  %7 = stablehlo.iota dim = 1 : tensor<4x0xui64>
  check.expect_eq_const %7, dense<> : tensor<4x0xui64>
  return
}
