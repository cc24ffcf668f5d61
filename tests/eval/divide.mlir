// RUN: %partita eval %s
func.func @main() {
  // Towards zero; by zero all bits are ones; the smallest by -1 stays.
  %a = stablehlo.constant dense<[7, -7, 7, -7, 5, -5, -128]> : tensor<7xi8>
  %b = stablehlo.constant dense<[2, 2, -2, -2, 0, 0, -1]> : tensor<7xi8>
  %0 = stablehlo.divide %a, %b : tensor<7xi8>
  check.expect_eq_const %0, dense<[3, -3, -3, 3, -1, -1, -128]> : tensor<7xi8>
  %c = stablehlo.constant dense<[7, 9]> : tensor<2xui32>
  %d = stablehlo.constant dense<[2, 0]> : tensor<2xui32>
  %1 = stablehlo.divide %c, %d : tensor<2xui32>
  check.expect_eq_const %1, dense<[3, 4294967295]> : tensor<2xui32>
  %e = stablehlo.constant dense<[-8, 6, 5]> : tensor<3xi4>
  %f = stablehlo.constant dense<[-1, 4, 0]> : tensor<3xi4>
  %2 = stablehlo.divide %e, %f : tensor<3xi4>
  check.expect_eq_const %2, dense<[-8, 1, -1]> : tensor<3xi4>
  %g = stablehlo.constant dense<[15, 7]> : tensor<2xui4>
  %h = stablehlo.constant dense<[2, 0]> : tensor<2xui4>
  %3 = stablehlo.divide %g, %h : tensor<2xui4>
  check.expect_eq_const %3, dense<[7, 15]> : tensor<2xui4>
  %i = stablehlo.constant dense<[1.0, -1.0, 0.0, 1.0]> : tensor<4xf32>
  %j = stablehlo.constant dense<[0.0, 0.0, 0.0, 4.0]> : tensor<4xf32>
  %4 = stablehlo.divide %i, %j : tensor<4xf32>
  check.expect_close_const %4, dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0.25]> : tensor<4xf32>
  %k = stablehlo.constant dense<(5.0, 5.0)> : tensor<complex<f32>>
  %l = stablehlo.constant dense<(3.0, -1.0)> : tensor<complex<f32>>
  %5 = stablehlo.divide %k, %l : tensor<complex<f32>>
  check.expect_eq_const %5, dense<(1.0, 2.0)> : tensor<complex<f32>>
  return
}
