// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[-128, 5, 0]> : tensor<3xi8>
  %0 = stablehlo.negate %a : tensor<3xi8>
  check.expect_eq_const %0, dense<[-128, -5, 0]> : tensor<3xi8>
  %b = stablehlo.constant dense<[1, 0]> : tensor<2xui32>
  %1 = stablehlo.negate %b : tensor<2xui32>
  check.expect_eq_const %1, dense<[4294967295, 0]> : tensor<2xui32>
  %c = stablehlo.constant dense<[0.0, -1.5]> : tensor<2xf32>
  %2 = stablehlo.negate %c : tensor<2xf32>
  %2b = stablehlo.bitcast_convert %2 : (tensor<2xf32>) -> tensor<2xi32>
  check.expect_eq_const %2b, dense<[-2147483648, 1069547520]> : tensor<2xi32>
  %d = stablehlo.constant dense<(1.0, -2.0)> : tensor<complex<f64>>
  %3 = stablehlo.negate %d : tensor<complex<f64>>
  check.expect_eq_const %3, dense<(-1.0, 2.0)> : tensor<complex<f64>>
  return
}
