// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[12, -1]> : tensor<2xi8>
  %b = stablehlo.constant dense<[10, -128]> : tensor<2xi8>
  %0 = stablehlo.or %a, %b : tensor<2xi8>
  check.expect_eq_const %0, dense<[14, -1]> : tensor<2xi8>
  %c = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  %d = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  %1 = stablehlo.or %c, %d : tensor<3xi1>
  check.expect_eq_const %1, dense<[true, true, false]> : tensor<3xi1>
  %e = stablehlo.constant dense<[-8, 3]> : tensor<2xi4>
  %f = stablehlo.constant dense<[-1, 5]> : tensor<2xi4>
  %2 = stablehlo.or %e, %f : tensor<2xi4>
  check.expect_eq_const %2, dense<[-1, 7]> : tensor<2xi4>
  return
}
