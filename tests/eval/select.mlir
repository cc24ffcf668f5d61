// RUN: %partita eval %s
func.func @main() {
  %p = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %b = stablehlo.constant dense<[-1.0, -2.0, -3.0]> : tensor<3xf64>
  %0 = stablehlo.select %p, %a, %b : tensor<3xi1>, tensor<3xf64>
  check.expect_eq_const %0, dense<[1.0, -2.0, 3.0]> : tensor<3xf64>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.select %no, %a, %b : tensor<i1>, tensor<3xf64>
  check.expect_eq %1, %b : tensor<3xf64>
  %c = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)]> : tensor<3xcomplex<f64>>
  %d = stablehlo.constant dense<(0.0, 0.0)> : tensor<3xcomplex<f64>>
  %2 = stablehlo.select %p, %c, %d : tensor<3xi1>, tensor<3xcomplex<f64>>
  check.expect_eq_const %2, dense<[(1.0, 2.0), (0.0, 0.0), (5.0, 6.0)]> : tensor<3xcomplex<f64>>
  %e = stablehlo.constant dense<[1, -2, 3]> : tensor<3xi4>
  %f = stablehlo.constant dense<[-8, -8, -8]> : tensor<3xi4>
  %3 = stablehlo.select %p, %e, %f : tensor<3xi1>, tensor<3xi4>
  check.expect_eq_const %3, dense<[1, -8, 3]> : tensor<3xi4>
  return
}
