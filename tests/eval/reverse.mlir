// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi16>
  %0 = stablehlo.reverse %a, dims = [1] : tensor<2x3xi16>
  check.expect_eq_const %0, dense<[[3, 2, 1], [6, 5, 4]]> : tensor<2x3xi16>
  %1 = stablehlo.reverse %a, dims = [0, 1] : tensor<2x3xi16>
  check.expect_eq_const %1, dense<[[6, 5, 4], [3, 2, 1]]> : tensor<2x3xi16>
  %2 = stablehlo.reverse %a, dims = [] : tensor<2x3xi16>
  check.expect_eq %2, %a : tensor<2x3xi16>
  %e = stablehlo.constant dense<> : tensor<0x3xf32>
  %3 = stablehlo.reverse %e, dims = [0, 1] : tensor<0x3xf32>
  check.expect_eq %3, %e : tensor<0x3xf32>
  return
}
