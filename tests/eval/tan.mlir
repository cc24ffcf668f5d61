// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 0.0, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<8xf64>
  %r0 = stablehlo.tan %x0 : tensor<8xf64>
  check.expect_close_const %r0, dense<[0.30933624960962325, -0.8422883804630794, 14.101419947171719, 1.2386276162240966, 1.1578212823495775, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<8xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 0.0, 0xFF800000, 0x7FC00000]> : tensor<8xf32>
  %r1 = stablehlo.tan %x1 : tensor<8xf32>
  check.expect_close_const %r1, dense<[0.30933627486228943, -0.8422883749008179, 14.101420402526855, 1.2386276721954346, 1.1578212976455688, 0.0, 0x7FC00000, 0x7FC00000]> : tensor<8xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 0.0, 0xFF80, 0x7FC0]> : tensor<8xbf16>
  %r2 = stablehlo.tan %x2 : tensor<8xbf16>
  check.expect_close_const %r2, dense<[0.310546875, -0.83984375, 14.125, 1.2421875, 1.15625, 0.0, 0x7FC0, 0x7FC0]> : tensor<8xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f64>>
  %r3 = stablehlo.tan %x3 : tensor<3xcomplex<f64>>
  check.expect_close_const %r3, dense<[(0.504500702698564, -0.3124206925025888), (-0.0053620609220030565, 1.036920282100185), (0.0, 0.8482836399575129)]> : tensor<3xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f32>>
  %r4 = stablehlo.tan %x4 : tensor<3xcomplex<f32>>
  check.expect_close_const %r4, dense<[(0.504500687122345, -0.31242069602012634), (-0.0053620608523488045, 1.0369203090667725), (0.0, 0.8482836484909058)]> : tensor<3xcomplex<f32>>
  return
}
