// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[-128, -1, 64, -1]> : tensor<4xi8>
  %b = stablehlo.constant dense<[3, 8, 1, -1]> : tensor<4xi8>
  %0 = stablehlo.shift_right_logical %a, %b : tensor<4xi8>
  check.expect_eq_const %0, dense<[16, 0, 32, 0]> : tensor<4xi8>
  // A narrow integer brings no copies of its sign: -8 is the bits 1000.
  %c = stablehlo.constant dense<[-8, -1, -1]> : tensor<3xi4>
  %d = stablehlo.constant dense<[1, 3, 4]> : tensor<3xi4>
  %1 = stablehlo.shift_right_logical %c, %d : tensor<3xi4>
  check.expect_eq_const %1, dense<[4, 1, 0]> : tensor<3xi4>
  return
}
