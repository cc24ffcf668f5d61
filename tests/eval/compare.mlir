// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[-1, 0, 1]> : tensor<3xi8>
  %z = stablehlo.constant dense<0> : tensor<3xi8>
  %0 = stablehlo.compare LT, %a, %z, SIGNED : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi1>
  check.expect_eq_const %0, dense<[true, false, false]> : tensor<3xi1>
  %b = stablehlo.constant dense<[255, 0, 1]> : tensor<3xui8>
  %c = stablehlo.constant dense<1> : tensor<3xui8>
  %1 = stablehlo.compare GT, %b, %c, UNSIGNED : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  check.expect_eq_const %1, dense<[true, false, false]> : tensor<3xi1>
  %d = stablehlo.constant dense<[-8, 7, 0]> : tensor<3xi4>
  %e = stablehlo.constant dense<[7, -8, 0]> : tensor<3xi4>
  %2 = stablehlo.compare GE, %d, %e : (tensor<3xi4>, tensor<3xi4>) -> tensor<3xi1>
  check.expect_eq_const %2, dense<[false, true, true]> : tensor<3xi1>
  // NaN is not equal to itself, and not ordered; both zeros are equal.
  %f = stablehlo.constant dense<[0x7FC00000, -0.0, 1.0]> : tensor<3xf32>
  %g = stablehlo.constant dense<[0x7FC00000, 0.0, 2.0]> : tensor<3xf32>
  %3 = stablehlo.compare EQ, %f, %g, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  check.expect_eq_const %3, dense<[false, true, false]> : tensor<3xi1>
  %4 = stablehlo.compare NE, %f, %g, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  check.expect_eq_const %4, dense<[true, false, true]> : tensor<3xi1>
  %5 = stablehlo.compare LE, %f, %g, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  check.expect_eq_const %5, dense<[false, true, true]> : tensor<3xi1>
  // In total order they are: -NaN < -inf < -0 < +0 < NaN.
  %h = stablehlo.constant dense<[0xFFC00000, 0xFF800000, -0.0, 0.0, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %i = stablehlo.constant dense<[0xFF800000, -0.0, 0.0, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>
  %6 = stablehlo.compare LT, %h, %i, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %6, dense<[true, true, true, true, true, false]> : tensor<6xi1>
  %7 = stablehlo.compare EQ, %h, %i, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %7, dense<[false, false, false, false, false, true]> : tensor<6xi1>
  %j = stablehlo.constant dense<[-0.0, 0x7FC0, 1.0]> : tensor<3xbf16>
  %k = stablehlo.constant dense<[0.0, 0x7F80, 1.0]> : tensor<3xbf16>
  %8 = stablehlo.compare GE, %j, %k, TOTALORDER : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<3xi1>
  check.expect_eq_const %8, dense<[false, true, true]> : tensor<3xi1>
  %l = stablehlo.constant dense<[(1.0, 2.0), (1.0, 0x7FC00000)]> : tensor<2xcomplex<f32>>
  %9 = stablehlo.compare EQ, %l, %l, FLOAT : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
  check.expect_eq_const %9, dense<[true, false]> : tensor<2xi1>
  return
}
