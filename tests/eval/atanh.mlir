// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 0.9375, 0.0, 1.0, -1.0, 2.0, 0x7FF8000000000000]> : tensor<8xf64>
  %r0 = chlo.atanh %x0 : tensor<8xf64> -> tensor<8xf64>
  check.expect_close_const %r0, dense<[0.3095196042031117, -0.8673005276940531, 1.7169936022425731, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<8xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 0.9375, 0.0, 1.0, -1.0, 2.0, 0x7FC00000]> : tensor<8xf32>
  %r1 = chlo.atanh %x1 : tensor<8xf32> -> tensor<8xf32>
  check.expect_close_const %r1, dense<[0.30951961874961853, -0.8673005104064941, 1.7169935703277588, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00000]> : tensor<8xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 0.9375, 0.0, 1.0, -1.0, 2.0, 0x7FC0]> : tensor<8xbf16>
  %r2 = chlo.atanh %x2 : tensor<8xbf16> -> tensor<8xbf16>
  check.expect_close_const %r2, dense<[0.310546875, -0.8671875, 1.71875, 0.0, 0x7F80, 0xFF80, 0x7FC0, 0x7FC0]> : tensor<8xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0)]> : tensor<2xcomplex<f64>>
  %r3 = chlo.atanh %x3 : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  check.expect_close_const %r3, dense<[(0.5003700000525311, -0.3143981432077165), (-0.22008968066202292, 1.2452579660726568)]> : tensor<2xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0)]> : tensor<2xcomplex<f32>>
  %r4 = chlo.atanh %x4 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_close_const %r4, dense<[(0.5003700256347656, -0.3143981397151947), (-0.22008967399597168, 1.2452579736709595)]> : tensor<2xcomplex<f32>>
  return
}
