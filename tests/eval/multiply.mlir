// RUN: %partita eval %s
func.func @main() {
  // 16-bit products pass through 32 bits and must not overflow there.
  %a = stablehlo.constant dense<[65535, 300]> : tensor<2xui16>
  %0 = stablehlo.multiply %a, %a : tensor<2xui16>
  check.expect_eq_const %0, dense<[1, 24464]> : tensor<2xui16>
  %b = stablehlo.constant dense<[-2147483648, 65536]> : tensor<2xi32>
  %c = stablehlo.constant dense<[-1, 65536]> : tensor<2xi32>
  %1 = stablehlo.multiply %b, %c : tensor<2xi32>
  check.expect_eq_const %1, dense<[-2147483648, 0]> : tensor<2xi32>
  %d = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  %e = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  %2 = stablehlo.multiply %d, %e : tensor<3xi1>
  check.expect_eq_const %2, dense<[true, false, false]> : tensor<3xi1>
  %f = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f64>>
  %g = stablehlo.constant dense<(3.0, -1.0)> : tensor<complex<f64>>
  %3 = stablehlo.multiply %f, %g : tensor<complex<f64>>
  check.expect_eq_const %3, dense<(5.0, 5.0)> : tensor<complex<f64>>
  // Rounded to 8 bits once: 1.0078125 squared is 1.01568603515625.
  %h = stablehlo.constant dense<1.0078125> : tensor<bf16>
  %4 = stablehlo.multiply %h, %h : tensor<bf16>
  check.expect_eq_const %4, dense<1.015625> : tensor<bf16>
  return
}
