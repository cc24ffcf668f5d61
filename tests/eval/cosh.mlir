// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %r0 = chlo.cosh %x0 : tensor<9xf64> -> tensor<9xf64>
  check.expect_close_const %r0, dense<[1.0453385141288605, 1.255169005630943, 2.352409615243247, 4.796567530460195, 27.308232836016487, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  %r1 = chlo.cosh %x1 : tensor<9xf32> -> tensor<9xf32>
  check.expect_close_const %r1, dense<[1.04533851146698, 1.2551690340042114, 2.352409601211548, 4.796567440032959, 27.3082332611084, 1.0, 0x7F800000, 0x7F800000, 0x7FC00000]> : tensor<9xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<9xbf16>
  %r2 = chlo.cosh %x2 : tensor<9xbf16> -> tensor<9xbf16>
  check.expect_close_const %r2, dense<[1.046875, 1.2578125, 2.359375, 4.78125, 27.25, 1.0, 0x7F80, 0x7F80, 0x7FC0]> : tensor<9xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f64>>
  %r3 = chlo.cosh %x3 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_close_const %r3, dense<[(1.0925708047319176, -0.12892104172809826), (-0.9789478196465577, -1.9361483295105073), (0.3153223623952687, 0.0)]> : tensor<3xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f32>>
  %r4 = chlo.cosh %x4 : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_close_const %r4, dense<[(1.0925707817077637, -0.1289210468530655), (-0.9789478182792664, -1.9361482858657837), (0.3153223693370819, 0.0)]> : tensor<3xcomplex<f32>>
  return
}
