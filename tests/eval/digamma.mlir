// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 30.0, 0x7FF8000000000000]> : tensor<6xf64>
  %r0 = chlo.digamma %x0 : tensor<6xf64> -> tensor<6xf64>
  check.expect_close_const %r0, dense<[-3.502524222200133, -2.073952793628704, 0.03648997397857652, 4.158583564657972, 3.384438132685525, 0x7FF8000000000000]> : tensor<6xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 30.0, 0x7FC00000]> : tensor<6xf32>
  %r1 = chlo.digamma %x1 : tensor<6xf32> -> tensor<6xf32>
  check.expect_close_const %r1, dense<[-3.5025241374969482, -2.0739526748657227, 0.036489974707365036, 4.158583641052246, 3.3844380378723145, 0x7FC00000]> : tensor<6xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 30.0, 0x7FC0]> : tensor<6xbf16>
  %r2 = chlo.digamma %x2 : tensor<6xbf16> -> tensor<6xbf16>
  check.expect_close_const %r2, dense<[-3.5, -2.0625, 0.036376953125, 4.15625, 3.390625, 0x7FC0]> : tensor<6xbf16>
  return
}
