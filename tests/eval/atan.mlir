// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 0.0, 0x7FF8000000000000]> : tensor<7xf64>
  %r0 = chlo.atan %x0 : tensor<7xf64> -> tensor<7xf64>
  check.expect_close_const %r0, dense<[0.2914567944778671, -0.6107259643892086, 0.982793723247329, -1.1525719972156676, 1.3258176636680326, 0.0, 0x7FF8000000000000]> : tensor<7xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 0.0, 0x7FC00000]> : tensor<7xf32>
  %r1 = chlo.atan %x1 : tensor<7xf32> -> tensor<7xf32>
  check.expect_close_const %r1, dense<[0.29145681858062744, -0.6107259392738342, 0.9827937483787537, -1.1525720357894897, 1.3258177042007446, 0.0, 0x7FC00000]> : tensor<7xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 0.0, 0x7FC0]> : tensor<7xbf16>
  %r2 = chlo.atan %x2 : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_close_const %r2, dense<[0.29296875, -0.609375, 0.984375, -1.15625, 1.328125, 0.0, 0x7FC0]> : tensor<7xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0)]> : tensor<2xcomplex<f64>>
  %r3 = chlo.atan %x3 : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  check.expect_close_const %r3, dense<[(0.4842544903299662, -0.20058661813123432), (-1.311223269671635, 0.3104282830771958)]> : tensor<2xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0)]> : tensor<2xcomplex<f32>>
  %r4 = chlo.atan %x4 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_close_const %r4, dense<[(0.48425447940826416, -0.20058661699295044), (-1.3112232685089111, 0.31042829155921936)]> : tensor<2xcomplex<f32>>
  return
}
