// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[127, -128, 5]> : tensor<3xi8>
  %b = stablehlo.constant dense<[1, -1, -7]> : tensor<3xi8>
  %0 = stablehlo.add %a, %b : tensor<3xi8>
  check.expect_eq_const %0, dense<[-128, 127, -2]> : tensor<3xi8>
  %c = stablehlo.constant dense<[1, -2]> : tensor<2xi2>
  %d = stablehlo.constant dense<[1, -1]> : tensor<2xi2>
  %1 = stablehlo.add %c, %d : tensor<2xi2>
  check.expect_eq_const %1, dense<[-2, 1]> : tensor<2xi2>
  %e = stablehlo.constant dense<[65535, 7]> : tensor<2xui16>
  %2 = stablehlo.add %e, %e : tensor<2xui16>
  check.expect_eq_const %2, dense<[65534, 14]> : tensor<2xui16>
  %f = stablehlo.constant dense<[15, 9]> : tensor<2xui4>
  %3 = stablehlo.add %f, %f : tensor<2xui4>
  check.expect_eq_const %3, dense<[14, 2]> : tensor<2xui4>
  // Booleans: or.
  %g = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  %h = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  %4 = stablehlo.add %g, %h : tensor<3xi1>
  check.expect_eq_const %4, dense<[true, true, false]> : tensor<3xi1>
  // 256 + 1 is halfway between two bf16 numbers; the even one is 256.
  %i = stablehlo.constant dense<[256.0, 258.0]> : tensor<2xbf16>
  %j = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xbf16>
  %5 = stablehlo.add %i, %j : tensor<2xbf16>
  check.expect_eq_const %5, dense<[256.0, 260.0]> : tensor<2xbf16>
  // Beyond the largest: infinity where there is one, NaN or the largest value else.
  %k = stablehlo.constant dense<60000.0> : tensor<f16>
  %6 = stablehlo.add %k, %k : tensor<f16>
  check.expect_eq_const %6, dense<0x7C00> : tensor<f16>
  %l = stablehlo.constant dense<6.0> : tensor<f4E2M1FN>
  %7 = stablehlo.add %l, %l : tensor<f4E2M1FN>
  check.expect_eq_const %7, dense<6.0> : tensor<f4E2M1FN>
  %m = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %8 = stablehlo.add %m, %m : tensor<complex<f32>>
  check.expect_eq_const %8, dense<(2.0, 4.0)> : tensor<complex<f32>>
  %n = stablehlo.constant dense<> : tensor<0x3xf32>
  %9 = stablehlo.add %n, %n : tensor<0x3xf32>
  check.expect_eq %9, %n : tensor<0x3xf32>
  return
}
