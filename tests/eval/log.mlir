// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, 1.5, 2.25, 1.0e-20, 0.0, 1.0, 0x7FF0000000000000, -1.0, 0x7FF8000000000000]> : tensor<9xf64>
  %r0 = stablehlo.log %x0 : tensor<9xf64>
  check.expect_close_const %r0, dense<[-1.2039728043259361, 0.4054651081081644, 0.8109302162163288, -46.051701859880914, 0xFFF0000000000000, 0.0, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, 1.5, 2.25, 9.999999682655225e-21, 0.0, 1.0, 0x7F800000, -1.0, 0x7FC00000]> : tensor<9xf32>
  %r1 = stablehlo.log %x1 : tensor<9xf32>
  check.expect_close_const %r1, dense<[-1.2039728164672852, 0.40546509623527527, 0.8109301924705505, -46.051700592041016, 0xFF800000, 0.0, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<9xf32>
  %x2 = stablehlo.constant dense<[0.30078125, 1.5, 2.25, 1.0005576689441423e-20, 0.0, 1.0, 0x7F80, -1.0, 0x7FC0]> : tensor<9xbf16>
  %r2 = stablehlo.log %x2 : tensor<9xbf16>
  check.expect_close_const %r2, dense<[-1.203125, 0.40625, 0.8125, -46.0, 0xFF80, 0.0, 0x7F80, 0x7FC0, 0x7FC0]> : tensor<9xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f64>>
  %r3 = stablehlo.log %x3 : tensor<3xcomplex<f64>>
  check.expect_close_const %r3, dense<[(-0.5815754049028404, -0.4636476090008061), (0.9162907318741551, 2.214297435588181), (0.22314355131420976, 1.5707963267948966)]> : tensor<3xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f32>>
  %r4 = stablehlo.log %x4 : tensor<3xcomplex<f32>>
  check.expect_close_const %r4, dense<[(-0.5815753936767578, -0.46364760398864746), (0.9162907600402832, 2.2142975330352783), (0.2231435477733612, 1.5707963705062866)]> : tensor<3xcomplex<f32>>
  return
}
