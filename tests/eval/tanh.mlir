// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %r0 = stablehlo.tanh %x0 : tensor<9xf64>
  check.expect_close_const %r0, dense<[0.2913126124515909, -0.6043677771171635, 0.9051482536448664, -0.9780261147388136, 0.999329299739067, 0.0, 1.0, -1.0, 0x7FF8000000000000]> : tensor<9xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  %r1 = stablehlo.tanh %x1 : tensor<9xf32>
  check.expect_close_const %r1, dense<[0.29131263494491577, -0.6043677926063538, 0.9051482677459717, -0.9780260920524597, 0.9993293285369873, 0.0, 1.0, -1.0, 0x7FC00000]> : tensor<9xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<9xbf16>
  %r2 = stablehlo.tanh %x2 : tensor<9xbf16>
  check.expect_close_const %r2, dense<[0.29296875, -0.60546875, 0.90625, -0.9765625, 1.0, 0.0, 1.0, -1.0, 0x7FC0]> : tensor<9xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f64>>
  %r3 = stablehlo.tanh %x3 : tensor<3xcomplex<f64>>
  check.expect_close_const %r3, dense<[(0.48548728102413535, -0.19805544995134952), (-1.0641443991765371, -0.08039101531016818), (0.0, 3.0095696738628313)]> : tensor<3xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f32>>
  %r4 = stablehlo.tanh %x4 : tensor<3xcomplex<f32>>
  check.expect_close_const %r4, dense<[(0.48548728227615356, -0.1980554461479187), (-1.0641443729400635, -0.08039101213216782), (0.0, 3.0095696449279785)]> : tensor<3xcomplex<f32>>
  return
}
