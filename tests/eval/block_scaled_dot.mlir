// RUN: %partita eval %s

// The custom call contracts the last dimensions of both.
func.func @main() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [1.0, 1.0, 1.0, 1.0]]> : tensor<2x4xf8E4M3FN>
  %b = stablehlo.constant dense<[[1.0, 1.0, 1.0, 1.0]]> : tensor<1x4xf8E4M3FN>
  %as = stablehlo.constant dense<[[2.0, 4.0], [1.0, 1.0]]> : tensor<2x2xf8E8M0FNU>
  %bs = stablehlo.constant dense<[[1.0, 0.5]]> : tensor<1x2xf8E8M0FNU>
  %0 = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %as, %bs)
    : (tensor<2x4xf8E4M3FN>, tensor<1x4xf8E4M3FN>, tensor<2x2xf8E8M0FNU>, tensor<1x2xf8E8M0FNU>) -> tensor<2x1xf32>
  check.expect_eq_const %0, dense<[[20.0], [3.0]]> : tensor<2x1xf32>
  return
}
