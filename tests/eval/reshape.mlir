// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = stablehlo.reshape %a : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %1 = stablehlo.reshape %a : (tensor<2x3xi32>) -> tensor<1x6x1xi32>
  check.expect_eq_const %1, dense<[[[1], [2], [3], [4], [5], [6]]]> : tensor<1x6x1xi32>
  %s = stablehlo.constant dense<[[7.5]]> : tensor<1x1xf64>
  %2 = stablehlo.reshape %s : (tensor<1x1xf64>) -> tensor<f64>
  check.expect_eq_const %2, dense<7.5> : tensor<f64>
  %e = stablehlo.constant dense<> : tensor<0x3xi8>
  %3 = stablehlo.reshape %e : (tensor<0x3xi8>) -> tensor<5x0xi8>
  check.expect_eq_const %3, dense<> : tensor<5x0xi8>
  %c = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %4 = stablehlo.reshape %c : (tensor<2xcomplex<f32>>) -> tensor<2x1xcomplex<f32>>
  check.expect_eq_const %4, dense<[[(1.0, 2.0)], [(3.0, 4.0)]]> : tensor<2x1xcomplex<f32>>
  return
}
