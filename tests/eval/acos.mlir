// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 0.9375, 1.0, 2.0, 0x7FF8000000000000]> : tensor<6xf64>
  %r0 = chlo.acos %x0 : tensor<6xf64> -> tensor<6xf64>
  check.expect_close_const %r0, dense<[1.2661036727794992, 2.3461938234056494, 0.3554212016902235, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 0.9375, 1.0, 2.0, 0x7FC00000]> : tensor<6xf32>
  %r1 = chlo.acos %x1 : tensor<6xf32> -> tensor<6xf32>
  check.expect_close_const %r1, dense<[1.2661036252975464, 2.346193790435791, 0.3554212152957916, 0.0, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 0.9375, 1.0, 2.0, 0x7FC0]> : tensor<6xbf16>
  %r2 = chlo.acos %x2 : tensor<6xbf16> -> tensor<6xbf16>
  check.expect_close_const %r2, dense<[1.265625, 2.34375, 0.35546875, 0.0, 0x7FC0, 0x7FC0]> : tensor<6xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0)]> : tensor<2xcomplex<f64>>
  %r3 = chlo.acos %x3 : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  check.expect_close_const %r3, dense<[(1.0691874735193958, 0.2813960562452928), (2.1773078449946515, -1.6224941488715938)]> : tensor<2xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0)]> : tensor<2xcomplex<f32>>
  %r4 = chlo.acos %x4 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_close_const %r4, dense<[(1.0691875219345093, 0.2813960611820221), (2.1773078441619873, -1.622494101524353)]> : tensor<2xcomplex<f32>>
  return
}
