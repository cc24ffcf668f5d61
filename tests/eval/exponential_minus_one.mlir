// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 1.0e-10, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
  %r0 = stablehlo.exponential_minus_one %x0 : tensor<10xf64>
  check.expect_close_const %r0, dense<[0.3498588075760031, -0.5034146962085905, 3.481689070338065, -0.8946007754381357, 53.598150033144236, 1.00000000005e-10, 0.0, 0x7FF0000000000000, -1.0, 0x7FF8000000000000]> : tensor<10xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 1.000000013351432e-10, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
  %r1 = stablehlo.exponential_minus_one %x1 : tensor<10xf32>
  check.expect_close_const %r1, dense<[0.349858820438385, -0.5034146904945374, 3.481688976287842, -0.8946007490158081, 53.598148345947266, 1.000000013351432e-10, 0.0, 0x7F800000, -1.0, 0x7FC00000]> : tensor<10xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 1.000444171950221e-10, 0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
  %r2 = stablehlo.exponential_minus_one %x2 : tensor<10xbf16>
  check.expect_close_const %r2, dense<[0.3515625, -0.50390625, 3.484375, -0.89453125, 53.5, 1.000444171950221e-10, 0.0, 0x7F80, -1.0, 0x7FC0]> : tensor<10xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f64>>
  %r3 = stablehlo.exponential_minus_one %x3 : tensor<3xcomplex<f64>>
  check.expect_close_const %r3, dense<[(0.5974665191199127, -0.40790017007835977), (-1.0928549102840264, 0.2028916804701695), (-0.6846776376047313, 0.9489846193555862)]> : tensor<3xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f32>>
  %r4 = stablehlo.exponential_minus_one %x4 : tensor<3xcomplex<f32>>
  check.expect_close_const %r4, dense<[(0.5974665284156799, -0.4079001843929291), (-1.0928548574447632, 0.20289167761802673), (-0.6846776604652405, 0.9489846229553223)]> : tensor<3xcomplex<f32>>
  return
}
