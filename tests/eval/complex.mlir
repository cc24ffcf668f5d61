// RUN: %partita eval %s
func.func @main() {
  %re = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %im = stablehlo.constant dense<[3.0, 0.5]> : tensor<2xf32>
  %0 = stablehlo.complex %re, %im : tensor<2xcomplex<f32>>
  check.expect_eq_const %0, dense<[(1.0, 3.0), (-2.0, 0.5)]> : tensor<2xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq %1, %re : tensor<2xf32>
  %2 = stablehlo.imag %0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq %2, %im : tensor<2xf32>
  %3 = chlo.conj %0 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_eq_const %3, dense<[(1.0, -3.0), (-2.0, -0.5)]> : tensor<2xcomplex<f32>>
  // A real number is its own real part.
  %4 = stablehlo.imag %re : tensor<2xf32>
  check.expect_eq_const %4, dense<0.0> : tensor<2xf32>
  return
}
