// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 0.9375, 0.0, -2.0, 0x7FF8000000000000]> : tensor<6xf64>
  %r0 = chlo.asin %x0 : tensor<6xf64> -> tensor<6xf64>
  check.expect_close_const %r0, dense<[0.3046926540153975, -0.775397496610753, 1.2153751251046732, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 0.9375, 0.0, -2.0, 0x7FC00000]> : tensor<6xf32>
  %r1 = chlo.asin %x1 : tensor<6xf32> -> tensor<6xf32>
  check.expect_close_const %r1, dense<[0.30469265580177307, -0.7753974795341492, 1.2153750658035278, 0.0, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 0.9375, 0.0, -2.0, 0x7FC0]> : tensor<6xbf16>
  %r2 = chlo.asin %x2 : tensor<6xbf16> -> tensor<6xbf16>
  check.expect_close_const %r2, dense<[0.3046875, -0.7734375, 1.21875, 0.0, 0x7FC0, 0x7FC0]> : tensor<6xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0)]> : tensor<2xcomplex<f64>>
  %r3 = chlo.asin %x3 : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  check.expect_close_const %r3, dense<[(0.5016088532755008, -0.2813960562452928), (-0.6065115181997548, 1.6224941488715938)]> : tensor<2xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0)]> : tensor<2xcomplex<f32>>
  %r4 = chlo.asin %x4 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_close_const %r4, dense<[(0.5016088485717773, -0.2813960611820221), (-0.6065115332603455, 1.622494101524353)]> : tensor<2xcomplex<f32>>
  return
}
