// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = stablehlo.constant dense<[[5], [6]]> : tensor<2x1xi32>
  %e = stablehlo.constant dense<> : tensor<2x0xi32>
  %0 = stablehlo.concatenate %a, %e, %b, dim = 1 : (tensor<2x2xi32>, tensor<2x0xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[1, 2, 5], [3, 4, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  check.expect_eq_const %1, dense<[[1, 2], [3, 4], [1, 2], [3, 4]]> : tensor<4x2xi32>
  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %2 = stablehlo.concatenate %p, dim = 0 : (tensor<2xi1>) -> tensor<2xi1>
  check.expect_eq %2, %p : tensor<2xi1>
  return
}
