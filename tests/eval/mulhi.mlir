// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[100, -100, -128]> : tensor<3xi8>
  %b = stablehlo.constant dense<[100, 100, -128]> : tensor<3xi8>
  %0 = "chlo.mulhi"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  check.expect_eq_const %0, dense<[39, -40, 64]> : tensor<3xi8>
  %c = stablehlo.constant dense<[18446744073709551615, 4294967296]> : tensor<2xui64>
  %1 = "chlo.mulhi"(%c, %c) : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xui64>
  check.expect_eq_const %1, dense<[18446744073709551614, 1]> : tensor<2xui64>
  return
}
