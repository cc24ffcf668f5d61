// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 0.9375, 0.0, 1.0, -1.0, 0x7FF8000000000000]> : tensor<7xf64>
  %r0 = chlo.erf_inv %x0 : tensor<7xf64> -> tensor<7xf64>
  check.expect_close_const %r0, dense<[0.2724627147267543, -0.7328690779592167, 1.3171503349861307, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 0.9375, 0.0, 1.0, -1.0, 0x7FC00000]> : tensor<7xf32>
  %r1 = chlo.erf_inv %x1 : tensor<7xf32> -> tensor<7xf32>
  check.expect_close_const %r1, dense<[0.27246272563934326, -0.7328690886497498, 1.317150354385376, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 0.9375, 0.0, 1.0, -1.0, 0x7FC0]> : tensor<7xbf16>
  %r2 = chlo.erf_inv %x2 : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_close_const %r2, dense<[0.2734375, -0.73046875, 1.3203125, 0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
  return
}
