// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[-128, -128, 64, -1, -7]> : tensor<5xi8>
  %b = stablehlo.constant dense<[3, 8, 9, -1, 1]> : tensor<5xi8>
  %0 = stablehlo.shift_right_arithmetic %a, %b : tensor<5xi8>
  check.expect_eq_const %0, dense<[-16, -1, 0, -1, -4]> : tensor<5xi8>
  %c = stablehlo.constant dense<[-8, 7, -8]> : tensor<3xi4>
  %d = stablehlo.constant dense<[2, 1, 5]> : tensor<3xi4>
  %1 = stablehlo.shift_right_arithmetic %c, %d : tensor<3xi4>
  check.expect_eq_const %1, dense<[-2, 3, -1]> : tensor<3xi4>
  return
}
