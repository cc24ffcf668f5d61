// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[0, 1, -1, 127]> : tensor<4xi64>
  %0 = stablehlo.popcnt %a : tensor<4xi64>
  check.expect_eq_const %0, dense<[0, 1, 64, 7]> : tensor<4xi64>
  %b = stablehlo.constant dense<[-1, 5]> : tensor<2xi4>
  %1 = stablehlo.popcnt %b : tensor<2xi4>
  check.expect_eq_const %1, dense<[4, 2]> : tensor<2xi4>
  %c = stablehlo.constant dense<[255, 16]> : tensor<2xui8>
  %2 = stablehlo.popcnt %c : tensor<2xui8>
  check.expect_eq_const %2, dense<[8, 1]> : tensor<2xui8>
  return
}
