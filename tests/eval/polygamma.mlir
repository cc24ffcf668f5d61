// RUN: %partita eval %s
func.func @main() {
  %a0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %b0 = stablehlo.constant dense<[1.5, 0.75, 10.0]> : tensor<3xf64>
  %r0 = chlo.polygamma %a0, %b0 : tensor<3xf64>, tensor<3xf64> -> tensor<3xf64>
  check.expect_close_const %r0, dense<[0.9348022005446793, -5.3026332163376395, 0.0023199013042898686]> : tensor<3xf64>
  %a1 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b1 = stablehlo.constant dense<[1.5, 0.75, 10.0]> : tensor<3xf32>
  %r1 = chlo.polygamma %a1, %b1 : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
  check.expect_close_const %r1, dense<[0.9348021745681763, -5.302633285522461, 0.0023199012503027916]> : tensor<3xf32>
  %a2 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>
  %b2 = stablehlo.constant dense<[1.5, 0.75, 10.0]> : tensor<3xbf16>
  %r2 = chlo.polygamma %a2, %b2 : tensor<3xbf16>, tensor<3xbf16> -> tensor<3xbf16>
  check.expect_close_const %r2, dense<[0.93359375, -5.3125, 0.0023193359375]> : tensor<3xbf16>
  return
}
