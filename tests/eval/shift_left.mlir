// RUN: %partita eval %s
func.func @main() {
  // By the width or more, or by a negative number, nothing is left.
  %a = stablehlo.constant dense<[1, 1, 1, 1, -1]> : tensor<5xi8>
  %b = stablehlo.constant dense<[3, 7, 8, -1, 1]> : tensor<5xi8>
  %0 = stablehlo.shift_left %a, %b : tensor<5xi8>
  check.expect_eq_const %0, dense<[8, -128, 0, 0, -2]> : tensor<5xi8>
  %c = stablehlo.constant dense<[3, 3]> : tensor<2xui4>
  %d = stablehlo.constant dense<[3, 4]> : tensor<2xui4>
  %1 = stablehlo.shift_left %c, %d : tensor<2xui4>
  check.expect_eq_const %1, dense<[8, 0]> : tensor<2xui4>
  %e = stablehlo.constant dense<1> : tensor<ui64>
  %f = stablehlo.constant dense<63> : tensor<ui64>
  %2 = stablehlo.shift_left %e, %f : tensor<ui64>
  check.expect_eq_const %2, dense<9223372036854775808> : tensor<ui64>
  return
}
