// RUN: %partita eval %s
func.func @main() {
  %x = stablehlo.constant dense<[-5, 0, 5, 100]> : tensor<4xi8>
  %low = stablehlo.constant dense<[-3, 1, 0, 0]> : tensor<4xi8>
  %high = stablehlo.constant dense<[3, 3, 3, 127]> : tensor<4xi8>
  %0 = stablehlo.clamp %low, %x, %high : tensor<4xi8>
  check.expect_eq_const %0, dense<[-3, 1, 3, 100]> : tensor<4xi8>
  // Bounds may be scalars.
  %one = stablehlo.constant dense<1> : tensor<i8>
  %two = stablehlo.constant dense<2> : tensor<i8>
  %1 = stablehlo.clamp %one, %x, %two : (tensor<i8>, tensor<4xi8>, tensor<i8>) -> tensor<4xi8>
  check.expect_eq_const %1, dense<[1, 1, 2, 2]> : tensor<4xi8>
  // Where the bounds cross, the upper one wins. NaN stays NaN.
  %f = stablehlo.constant dense<[5.0, 0x7FC0]> : tensor<2xbf16>
  %a = stablehlo.constant dense<3.0> : tensor<bf16>
  %b = stablehlo.constant dense<1.0> : tensor<bf16>
  %2 = stablehlo.clamp %a, %f, %b : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
  check.expect_close_const %2, dense<[1.0, 0x7FC0]> : tensor<2xbf16>
  %g = stablehlo.constant dense<7> : tensor<1000xui4>
  %c = stablehlo.constant dense<9> : tensor<ui4>
  %d = stablehlo.constant dense<15> : tensor<ui4>
  %3 = stablehlo.clamp %c, %g, %d : (tensor<ui4>, tensor<1000xui4>, tensor<ui4>) -> tensor<1000xui4>
  check.expect_eq_const %3, dense<9> : tensor<1000xui4>
  return
}
