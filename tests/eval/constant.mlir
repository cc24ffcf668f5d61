// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<7> : tensor<2x3xi32>
  %b = stablehlo.constant dense<[[7, 7, 7], [7, 7, 7]]> : tensor<2x3xi32>
  check.expect_eq %a, %b : tensor<2x3xi32>
  %c = stablehlo.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  check.expect_eq_const %c, dense<[1.0, 2.0]> : tensor<2xf32>
  %d = stablehlo.constant dense<> : tensor<0xf32>
  check.expect_eq %d, %d : tensor<0xf32>
  return
}
