// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %r0 = chlo.erfc %x0 : tensor<9xf64> -> tensor<9xf64>
  check.expect_close_const %r0, dense<[0.6713732405408726, 1.6778011938374184, 0.033894853524689274, 1.9985372834133188, 1.541725790028002e-08, 1.0, 0.0, 2.0, 0x7FF8000000000000]> : tensor<9xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  %r1 = chlo.erfc %x1 : tensor<9xf32> -> tensor<9xf32>
  check.expect_close_const %r1, dense<[0.6713732481002808, 1.6778011322021484, 0.0338948518037796, 1.998537302017212, 1.5417258580896487e-08, 1.0, 0.0, 2.0, 0x7FC00000]> : tensor<9xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<9xbf16>
  %r2 = chlo.erfc %x2 : tensor<9xbf16> -> tensor<9xbf16>
  check.expect_close_const %r2, dense<[0.671875, 1.6796875, 0.033935546875, 2.0, 1.5366822481155396e-08, 1.0, 0.0, 2.0, 0x7FC0]> : tensor<9xbf16>
  return
}
