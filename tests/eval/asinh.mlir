// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %r0 = chlo.asinh %x0 : tensor<9xf64> -> tensor<9xf64>
  check.expect_close_const %r0, dense<[0.29567304756342244, -0.6526665660823557, 1.1947632172871092, -1.5501579568690622, 2.0947125472611012, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  %r1 = chlo.asinh %x1 : tensor<9xf32> -> tensor<9xf32>
  check.expect_close_const %r1, dense<[0.29567307233810425, -0.6526665687561035, 1.19476318359375, -1.550157904624939, 2.094712495803833, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<9xbf16>
  %r2 = chlo.asinh %x2 : tensor<9xbf16> -> tensor<9xbf16>
  check.expect_close_const %r2, dense<[0.296875, -0.65234375, 1.1953125, -1.546875, 2.09375, 0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<9xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0)]> : tensor<2xcomplex<f64>>
  %r3 = chlo.asinh %x3 : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  check.expect_close_const %r3, dense<[(0.4926756834207706, -0.2243284526346675), (-1.6004100552346137, 0.8877651461839051)]> : tensor<2xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0)]> : tensor<2xcomplex<f32>>
  %r4 = chlo.asinh %x4 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_close_const %r4, dense<[(0.49267569184303284, -0.22432845830917358), (-1.6004101037979126, 0.8877651691436768)]> : tensor<2xcomplex<f32>>
  return
}
