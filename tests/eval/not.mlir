// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[0, -1, 5]> : tensor<3xi16>
  %0 = stablehlo.not %a : tensor<3xi16>
  check.expect_eq_const %0, dense<[-1, 0, -6]> : tensor<3xi16>
  %b = stablehlo.constant dense<[0, 3]> : tensor<2xui4>
  %1 = stablehlo.not %b : tensor<2xui4>
  check.expect_eq_const %1, dense<[15, 12]> : tensor<2xui4>
  %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %2 = stablehlo.not %c : tensor<2xi1>
  check.expect_eq_const %2, dense<[false, true]> : tensor<2xi1>
  return
}
