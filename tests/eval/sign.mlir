// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[-128, 5, 0]> : tensor<3xi8>
  %0 = stablehlo.sign %a : tensor<3xi8>
  check.expect_eq_const %0, dense<[-1, 1, 0]> : tensor<3xi8>
  // Zeros keep their sign, NaN stays.
  %b = stablehlo.constant dense<[-2.5, -0.0, 0.0, 7.0, 0x7FC00000]> : tensor<5xf32>
  %1 = stablehlo.sign %b : tensor<5xf32>
  check.expect_close_const %1, dense<[-1.0, 0.0, 0.0, 1.0, 0x7FC00000]> : tensor<5xf32>
  %1b = stablehlo.bitcast_convert %1 : (tensor<5xf32>) -> tensor<5xui32>
  %zeros = stablehlo.slice %1b [1:3] : (tensor<5xui32>) -> tensor<2xui32>
  check.expect_eq_const %zeros, dense<[0x80000000, 0]> : tensor<2xui32>
  %c = stablehlo.constant dense<[(3.0, 4.0), (0.0, 0.0)]> : tensor<2xcomplex<f64>>
  %2 = stablehlo.sign %c : tensor<2xcomplex<f64>>
  check.expect_close_const %2, dense<[(0.6, 0.8), (0.0, 0.0)]> : tensor<2xcomplex<f64>>
  return
}
