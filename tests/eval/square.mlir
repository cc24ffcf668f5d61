// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[-3, 20]> : tensor<2xi8>
  %0 = "chlo.square"(%a) : (tensor<2xi8>) -> tensor<2xi8>
  check.expect_eq_const %0, dense<[9, -112]> : tensor<2xi8>
  %b = stablehlo.constant dense<[-1.5, 3.0]> : tensor<2xf32>
  %1 = "chlo.square"(%b) : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[2.25, 9.0]> : tensor<2xf32>
  %c = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %2 = "chlo.square"(%c) : (tensor<complex<f32>>) -> tensor<complex<f32>>
  check.expect_eq_const %2, dense<(-3.0, 4.0)> : tensor<complex<f32>>
  return
}
