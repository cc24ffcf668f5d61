// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, 1.0e-10, 0.0, -1.0, -2.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %r0 = stablehlo.log_plus_one %x0 : tensor<9xf64>
  check.expect_close_const %r0, dense<[0.26236426446749106, -1.203972804325936, 0.9162907318741551, 9.999999999500001e-11, 0.0, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, 1.000000013351432e-10, 0.0, -1.0, -2.0, 0x7F800000, 0x7FC00000]> : tensor<9xf32>
  %r1 = stablehlo.log_plus_one %x1 : tensor<9xf32>
  check.expect_close_const %r1, dense<[0.2623642683029175, -1.2039728164672852, 0.9162907600402832, 1.000000013351432e-10, 0.0, 0xFF800000, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<9xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, 1.000444171950221e-10, 0.0, -1.0, -2.0, 0x7F80, 0x7FC0]> : tensor<9xbf16>
  %r2 = stablehlo.log_plus_one %x2 : tensor<9xbf16>
  check.expect_close_const %r2, dense<[0.263671875, -1.203125, 0.91796875, 1.000444171950221e-10, 0.0, 0xFF80, 0x7FC0, 0x7F80, 0x7FC0]> : tensor<9xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f64>>
  %r3 = stablehlo.log_plus_one %x3 : tensor<3xcomplex<f64>>
  check.expect_close_const %r3, dense<[(0.4191645952022216, -0.16514867741462683), (0.7234594914681627, 1.8157749899217608), (0.4704916722322633, 0.8960553845713439)]> : tensor<3xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f32>>
  %r4 = stablehlo.log_plus_one %x4 : tensor<3xcomplex<f32>>
  check.expect_close_const %r4, dense<[(0.41916459798812866, -0.16514867544174194), (0.7234594821929932, 1.8157750368118286), (0.4704916775226593, 0.8960554003715515)]> : tensor<3xcomplex<f32>>
  return
}
