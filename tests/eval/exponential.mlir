// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %r0 = stablehlo.exponential %x0 : tensor<9xf64>
  check.expect_close_const %r0, dense<[1.3498588075760032, 0.4965853037914095, 4.4816890703380645, 0.10539922456186433, 54.598150033144236, 1.0, 0x7FF0000000000000, 0.0, 0x7FF8000000000000]> : tensor<9xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  %r1 = stablehlo.exponential %x1 : tensor<9xf32>
  check.expect_close_const %r1, dense<[1.3498588800430298, 0.49658530950546265, 4.481688976287842, 0.1053992211818695, 54.598148345947266, 1.0, 0x7F800000, 0.0, 0x7FC00000]> : tensor<9xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<9xbf16>
  %r2 = stablehlo.exponential %x2 : tensor<9xbf16>
  check.expect_close_const %r2, dense<[1.3515625, 0.49609375, 4.46875, 0.10546875, 54.5, 1.0, 0x7F80, 0.0, 0x7FC0]> : tensor<9xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f64>>
  %r3 = stablehlo.exponential %x3 : tensor<3xcomplex<f64>>
  check.expect_close_const %r3, dense<[(1.5974665191199127, -0.40790017007835977), (-0.09285491028402633, 0.2028916804701695), (0.3153223623952687, 0.9489846193555862)]> : tensor<3xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f32>>
  %r4 = stablehlo.exponential %x4 : tensor<3xcomplex<f32>>
  check.expect_close_const %r4, dense<[(1.5974664688110352, -0.4079001843929291), (-0.09285490959882736, 0.20289167761802673), (0.3153223693370819, 0.9489846229553223)]> : tensor<3xcomplex<f32>>
  return
}
