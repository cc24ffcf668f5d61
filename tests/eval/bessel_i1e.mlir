// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 0.0, 0x7FF8000000000000]> : tensor<7xf64>
  %r0 = chlo.bessel_i1e %x0 : tensor<7xf64> -> tensor<7xf64>
  check.expect_close_const %r0, dense<[0.1123775606398388, -0.18466998276274732, 0.21903938742092569, -0.21121661600759037, 0.17875083950243534, 0.0, 0x7FF8000000000000]> : tensor<7xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 0.0, 0x7FC00000]> : tensor<7xf32>
  %r1 = chlo.bessel_i1e %x1 : tensor<7xf32> -> tensor<7xf32>
  check.expect_close_const %r1, dense<[0.11237756162881851, -0.18466998636722565, 0.21903938055038452, -0.21121661365032196, 0.17875084280967712, 0.0, 0x7FC00000]> : tensor<7xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 0.0, 0x7FC0]> : tensor<7xbf16>
  %r2 = chlo.bessel_i1e %x2 : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_close_const %r2, dense<[0.11279296875, -0.1845703125, 0.21875, -0.2109375, 0.1787109375, 0.0, 0x7FC0]> : tensor<7xbf16>
  return
}
