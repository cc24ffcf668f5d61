// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %r0 = chlo.erf %x0 : tensor<9xf64> -> tensor<9xf64>
  check.expect_close_const %r0, dense<[0.3286267594591274, -0.6778011938374184, 0.9661051464753108, -0.9985372834133188, 0.9999999845827421, 0.0, 1.0, -1.0, 0x7FF8000000000000]> : tensor<9xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  %r1 = chlo.erf %x1 : tensor<9xf32> -> tensor<9xf32>
  check.expect_close_const %r1, dense<[0.3286267817020416, -0.6778011918067932, 0.9661051630973816, -0.9985373020172119, 1.0, 0.0, 1.0, -1.0, 0x7FC00000]> : tensor<9xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<9xbf16>
  %r2 = chlo.erf %x2 : tensor<9xbf16> -> tensor<9xbf16>
  check.expect_close_const %r2, dense<[0.330078125, -0.67578125, 0.96484375, -1.0, 1.0, 0.0, 1.0, -1.0, 0x7FC0]> : tensor<9xbf16>
  return
}
