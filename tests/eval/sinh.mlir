// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %r0 = chlo.sinh %x0 : tensor<9xf64> -> tensor<9xf64>
  check.expect_close_const %r0, dense<[0.3045202934471426, -0.7585837018395335, 2.1292794550948173, -4.691168305898331, 27.289917197127753, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  %r1 = chlo.sinh %x1 : tensor<9xf32> -> tensor<9xf32>
  check.expect_close_const %r1, dense<[0.30452030897140503, -0.758583664894104, 2.129279375076294, -4.691168308258057, 27.2899169921875, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<9xbf16>
  %r2 = chlo.sinh %x2 : tensor<9xbf16> -> tensor<9xbf16>
  check.expect_close_const %r2, dense<[0.3046875, -0.7578125, 2.125, -4.6875, 27.25, 0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<9xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f64>>
  %r3 = chlo.sinh %x3 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_close_const %r3, dense<[(0.504895714387995, -0.2789791283502615), (0.8860929093625314, 2.139040009980677), (0.0, 0.9489846193555862)]> : tensor<3xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f32>>
  %r4 = chlo.sinh %x4 : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_close_const %r4, dense<[(0.5048956871032715, -0.2789791226387024), (0.8860929012298584, 2.139039993286133), (0.0, 0.9489846229553223)]> : tensor<3xcomplex<f32>>
  return
}
