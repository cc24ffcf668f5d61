// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[0, 1, -1, 127]> : tensor<4xi16>
  %0 = stablehlo.count_leading_zeros %a : tensor<4xi16>
  check.expect_eq_const %0, dense<[16, 15, 0, 9]> : tensor<4xi16>
  // At the true width.
  %b = stablehlo.constant dense<[0, 1, -1, 4]> : tensor<4xi4>
  %1 = stablehlo.count_leading_zeros %b : tensor<4xi4>
  check.expect_eq_const %1, dense<[4, 3, 0, 1]> : tensor<4xi4>
  %c = stablehlo.constant dense<[0, 1]> : tensor<2xui2>
  %2 = stablehlo.count_leading_zeros %c : tensor<2xui2>
  check.expect_eq_const %2, dense<[2, 1]> : tensor<2xui2>
  return
}
