// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[3, -1]> : tensor<2xi4>
  %b = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %0 = stablehlo.minimum %a, %b : tensor<2xi4>
  check.expect_eq_const %0, dense<[-8, -1]> : tensor<2xi4>
  %c = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  %d = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  %1 = stablehlo.minimum %c, %d : tensor<3xi1>
  check.expect_eq_const %1, dense<[true, false, false]> : tensor<3xi1>
  // NaN wins, and -0 is below +0: looked at as bits.
  %e = stablehlo.constant dense<[-0.0, 0.0, 1.0, 0x7FC00000]> : tensor<4xf32>
  %f = stablehlo.constant dense<[0.0, -0.0, 2.0, 1.0]> : tensor<4xf32>
  %2 = stablehlo.minimum %e, %f : tensor<4xf32>
  %3 = stablehlo.minimum %f, %e : tensor<4xf32>
  %2b = stablehlo.bitcast_convert %2 : (tensor<4xf32>) -> tensor<4xi32>
  %3b = stablehlo.bitcast_convert %3 : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %2b, dense<[-2147483648, -2147483648, 1065353216, 2143289344]> : tensor<4xi32>
  check.expect_eq_const %3b, dense<[-2147483648, -2147483648, 1065353216, 2143289344]> : tensor<4xi32>
  // Complex numbers: by the real part, then the imaginary one.
  %g = stablehlo.constant dense<[(1.0, 5.0), (1.0, 9.0)]> : tensor<2xcomplex<f64>>
  %h = stablehlo.constant dense<[(1.0, 2.0), (2.0, 0.0)]> : tensor<2xcomplex<f64>>
  %4 = stablehlo.minimum %g, %h : tensor<2xcomplex<f64>>
  check.expect_eq_const %4, dense<[(1.0, 2.0), (1.0, 9.0)]> : tensor<2xcomplex<f64>>
  %i = stablehlo.constant dense<2.5> : tensor<f16>
  %j = stablehlo.constant dense<-1.5> : tensor<f16>
  %5 = stablehlo.minimum %i, %j : tensor<f16>
  check.expect_eq_const %5, dense<-1.5> : tensor<f16>
  %k = stablehlo.constant dense<[255, 1]> : tensor<2xui8>
  %l = stablehlo.constant dense<[3, 0]> : tensor<2xui8>
  %6 = stablehlo.minimum %k, %l : tensor<2xui8>
  check.expect_eq_const %6, dense<[3, 0]> : tensor<2xui8>
  return
}
