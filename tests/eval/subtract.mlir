// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[-128, 0, 5]> : tensor<3xi8>
  %b = stablehlo.constant dense<[1, -128, 7]> : tensor<3xi8>
  %0 = stablehlo.subtract %a, %b : tensor<3xi8>
  check.expect_eq_const %0, dense<[127, -128, -2]> : tensor<3xi8>
  %c = stablehlo.constant dense<[0, 1]> : tensor<2xui64>
  %d = stablehlo.constant dense<[1, 1]> : tensor<2xui64>
  %1 = stablehlo.subtract %c, %d : tensor<2xui64>
  check.expect_eq_const %1, dense<[18446744073709551615, 0]> : tensor<2xui64>
  %e = stablehlo.constant dense<[1.5, -0.25]> : tensor<2xf64>
  %f = stablehlo.constant dense<[0.5, 0.25]> : tensor<2xf64>
  %2 = stablehlo.subtract %e, %f : tensor<2xf64>
  check.expect_eq_const %2, dense<[1.0, -0.5]> : tensor<2xf64>
  return
}
