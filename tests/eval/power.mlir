// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[2, -3, -1, -1, 1, 2, 0, 0]> : tensor<8xi32>
  %b = stablehlo.constant dense<[10, 3, -3, -2, -7, -1, 0, -1]> : tensor<8xi32>
  %0 = stablehlo.power %a, %b : tensor<8xi32>
  check.expect_eq_const %0, dense<[1024, -27, -1, 1, 1, 0, 1, 0]> : tensor<8xi32>
  // Wraps.
  %c = stablehlo.constant dense<[2, 3]> : tensor<2xui8>
  %d = stablehlo.constant dense<[9, 6]> : tensor<2xui8>
  %1 = stablehlo.power %c, %d : tensor<2xui8>
  check.expect_eq_const %1, dense<[0, 217]> : tensor<2xui8>
  %e = stablehlo.constant dense<[2.0, 4.0, -8.0, 0.0, -2.0, 0xFF800000]> : tensor<6xf32>
  %f = stablehlo.constant dense<[-1.0, 0.5, 0.3333, 0.0, 3.0, 2.0]> : tensor<6xf32>
  %2 = stablehlo.power %e, %f : tensor<6xf32>
  check.expect_close_const %2, dense<[0.5, 2.0, 0x7FC00000, 1.0, -8.0, 0x7F800000]> : tensor<6xf32>
  %g = stablehlo.constant dense<[(0.0, 1.0), (2.0, 0.0)]> : tensor<2xcomplex<f64>>
  %h = stablehlo.constant dense<[(2.0, 0.0), (0.0, 0.0)]> : tensor<2xcomplex<f64>>
  %3 = stablehlo.power %g, %h : tensor<2xcomplex<f64>>
  check.expect_almost_eq_const %3, dense<[(-1.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f64>>
  return
}
