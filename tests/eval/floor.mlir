// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[-1.5, 1.25, 2.5, -2.5, 3.0, -0.25]> : tensor<6xf64>
  %0 = stablehlo.floor %a : tensor<6xf64>
  check.expect_eq_const %0, dense<[-2.0, 1.0, 2.0, -3.0, 3.0, -1.0]> : tensor<6xf64>
  %b = stablehlo.convert %a : (tensor<6xf64>) -> tensor<6xbf16>
  %1 = stablehlo.floor %b : tensor<6xbf16>
  check.expect_eq_const %1, dense<[-2.0, 1.0, 2.0, -3.0, 3.0, -1.0]> : tensor<6xbf16>
  %c = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 16777216.0]> : tensor<4xf32>
  %2 = stablehlo.floor %c : tensor<4xf32>
  check.expect_close %2, %c : tensor<4xf32>
  return
}
