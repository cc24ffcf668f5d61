// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15]]> : tensor<3x5xi32>
  %0 = stablehlo.slice %a [1:3, 0:5:2] : (tensor<3x5xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[6, 8, 10], [11, 13, 15]]> : tensor<2x3xi32>
  // The last step may pass the limit.
  %1 = stablehlo.slice %a [0:3:2, 1:5:3] : (tensor<3x5xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %1, dense<[[2, 5], [12, 15]]> : tensor<2x2xi32>
  %2 = stablehlo.slice %a [3:3, 0:5] : (tensor<3x5xi32>) -> tensor<0x5xi32>
  check.expect_eq_const %2, dense<> : tensor<0x5xi32>
  return
}
