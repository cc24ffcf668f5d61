// RUN: %partita eval %s
func.func @main() {
  %a0 = stablehlo.constant dense<[1.0, -1.0, 1.0, -3.0, 0.0, -0.0, 0x7FF8000000000000]> : tensor<7xf64>
  %b0 = stablehlo.constant dense<[2.0, 2.0, -2.0, -4.0, 1.0, 1.0, 1.0]> : tensor<7xf64>
  %r0 = stablehlo.atan2 %a0, %b0 : tensor<7xf64>
  check.expect_close_const %r0, dense<[0.4636476090008061, -0.4636476090008061, 2.677945044588987, -2.498091544796509, 0.0, -0.0, 0x7FF8000000000000]> : tensor<7xf64>
  %a1 = stablehlo.constant dense<[1.0, -1.0, 1.0, -3.0, 0.0, -0.0, 0x7FC00000]> : tensor<7xf32>
  %b1 = stablehlo.constant dense<[2.0, 2.0, -2.0, -4.0, 1.0, 1.0, 1.0]> : tensor<7xf32>
  %r1 = stablehlo.atan2 %a1, %b1 : tensor<7xf32>
  check.expect_close_const %r1, dense<[0.46364760398864746, -0.46364760398864746, 2.677945137023926, -2.498091459274292, 0.0, -0.0, 0x7FC00000]> : tensor<7xf32>
  %a2 = stablehlo.constant dense<[1.0, -1.0, 1.0, -3.0, 0.0, -0.0, 0x7FC0]> : tensor<7xbf16>
  %b2 = stablehlo.constant dense<[2.0, 2.0, -2.0, -4.0, 1.0, 1.0, 1.0]> : tensor<7xbf16>
  %r2 = stablehlo.atan2 %a2, %b2 : tensor<7xbf16>
  check.expect_close_const %r2, dense<[0.462890625, -0.462890625, 2.671875, -2.5, 0.0, -0.0, 0x7FC0]> : tensor<7xbf16>
  return
}
