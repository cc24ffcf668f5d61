// RUN: %partita eval %s
func.func @main() {
  %a0 = stablehlo.constant dense<[2.0, 3.5, 2.0, 1.0]> : tensor<4xf64>
  %b0 = stablehlo.constant dense<[1.0, 2.25, 10.0, 2.0]> : tensor<4xf64>
  %r0 = chlo.zeta %a0, %b0 : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>
  check.expect_close_const %r0, dense<[1.6449340668482264, 0.08901224249238886, 0.10516633568168575, 0x7FF0000000000000]> : tensor<4xf64>
  %a1 = stablehlo.constant dense<[2.0, 3.5, 2.0, 1.0]> : tensor<4xf32>
  %b1 = stablehlo.constant dense<[1.0, 2.25, 10.0, 2.0]> : tensor<4xf32>
  %r1 = chlo.zeta %a1, %b1 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  check.expect_close_const %r1, dense<[1.644934058189392, 0.08901224285364151, 0.10516633838415146, 0x7F800000]> : tensor<4xf32>
  %a2 = stablehlo.constant dense<[2.0, 3.5, 2.0, 1.0]> : tensor<4xbf16>
  %b2 = stablehlo.constant dense<[1.0, 2.25, 10.0, 2.0]> : tensor<4xbf16>
  %r2 = chlo.zeta %a2, %b2 : tensor<4xbf16>, tensor<4xbf16> -> tensor<4xbf16>
  check.expect_close_const %r2, dense<[1.6484375, 0.0888671875, 0.10498046875, 0x7F80]> : tensor<4xbf16>
  return
}
