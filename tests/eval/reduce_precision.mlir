// RUN: %partita eval %s
func.func @main() {
  // To bf16 and back: ties go to even.
  %a = stablehlo.constant dense<[1.00390625, 1.01171875, -1.5, 0x7F800000]> : tensor<4xf32>
  %0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<4xf32>
  check.expect_eq_const %0, dense<[1.0, 1.015625, -1.5, 0x7F800000]> : tensor<4xf32>
  // Too large becomes infinity, too small zero.
  %b = stablehlo.constant dense<[65519.0, 65520.0, 1.0e-9, -1.0e-9]> : tensor<4xf64>
  %1 = stablehlo.reduce_precision %b, format = e5m10 : tensor<4xf64>
  check.expect_eq_const %1, dense<[65504.0, 0x7FF0000000000000, 0.0, -0.0]> : tensor<4xf64>
  %c = stablehlo.constant dense<[1.125, 1.0625]> : tensor<2xf16>
  %2 = stablehlo.reduce_precision %c, format = e5m3 : tensor<2xf16>
  check.expect_eq_const %2, dense<[1.125, 1.0]> : tensor<2xf16>
  return
}
