// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[1.25, 2.0, 100.0, 1.0, 0.5, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  %r0 = chlo.acosh %x0 : tensor<7xf64> -> tensor<7xf64>
  check.expect_close_const %r0, dense<[0.6931471805599453, 1.3169578969248168, 5.298292365610485, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  %x1 = stablehlo.constant dense<[1.25, 2.0, 100.0, 1.0, 0.5, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
  %r1 = chlo.acosh %x1 : tensor<7xf32> -> tensor<7xf32>
  check.expect_close_const %r1, dense<[0.6931471824645996, 1.316957950592041, 5.29829216003418, 0.0, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
  %x2 = stablehlo.constant dense<[1.25, 2.0, 100.0, 1.0, 0.5, 0x7F80, 0x7FC0]> : tensor<7xbf16>
  %r2 = chlo.acosh %x2 : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_close_const %r2, dense<[0.69140625, 1.3203125, 5.3125, 0.0, 0x7FC0, 0x7F80, 0x7FC0]> : tensor<7xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0)]> : tensor<2xcomplex<f64>>
  %r3 = chlo.acosh %x3 : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  check.expect_close_const %r3, dense<[(0.2813960562452928, -1.0691874735193958), (1.6224941488715938, 2.1773078449946515)]> : tensor<2xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0)]> : tensor<2xcomplex<f32>>
  %r4 = chlo.acosh %x4 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_close_const %r4, dense<[(0.2813960611820221, -1.0691875219345093), (1.622494101524353, 2.1773078441619873)]> : tensor<2xcomplex<f32>>
  return
}
