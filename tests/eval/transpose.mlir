// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>

  %b = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi8>
  %1 = stablehlo.transpose %b, dims = [2, 0, 1] : (tensor<2x3x2xi8>) -> tensor<2x2x3xi8>
  check.expect_eq_const %1, dense<[[[1, 3, 5], [7, 9, 11]], [[2, 4, 6], [8, 10, 12]]]> : tensor<2x2x3xi8>
  %2 = stablehlo.transpose %b, dims = [1, 0, 2] : (tensor<2x3x2xi8>) -> tensor<3x2x2xi8>
  check.expect_eq_const %2, dense<[[[1, 2], [7, 8]], [[3, 4], [9, 10]], [[5, 6], [11, 12]]]> : tensor<3x2x2xi8>
  %3 = stablehlo.transpose %b, dims = [0, 1, 2] : (tensor<2x3x2xi8>) -> tensor<2x3x2xi8>
  check.expect_eq %3, %b : tensor<2x3x2xi8>

  %c = stablehlo.constant dense<[[(1.0, 2.0), (3.0, 4.0)]]> : tensor<1x2xcomplex<f64>>
  %4 = stablehlo.transpose %c, dims = [1, 0] : (tensor<1x2xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
  check.expect_eq_const %4, dense<[[(1.0, 2.0)], [(3.0, 4.0)]]> : tensor<2x1xcomplex<f64>>
  %e = stablehlo.constant dense<> : tensor<0x2xbf16>
  %5 = stablehlo.transpose %e, dims = [1, 0] : (tensor<0x2xbf16>) -> tensor<2x0xbf16>
  check.expect_eq_const %5, dense<> : tensor<2x0xbf16>
  %s = stablehlo.constant dense<true> : tensor<i1>
  %6 = stablehlo.transpose %s, dims = [] : (tensor<i1>) -> tensor<i1>
  check.expect_eq_const %6, dense<true> : tensor<i1>
  return
}
