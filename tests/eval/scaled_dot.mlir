// RUN: %partita eval %s

// Blocks of 2 along the contracted dimension: (1*1 + 2*1) * 2 * 1 + (3*1 + 4*1) * 4 * 0.5.
func.func @blocks() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf8E4M3FN>
  %b = stablehlo.constant dense<[[1.0], [1.0], [1.0], [1.0]]> : tensor<4x1xf8E4M3FN>
  %as = stablehlo.constant dense<[[2.0, 4.0]]> : tensor<1x2xf8E8M0FNU>
  %bs = stablehlo.constant dense<[[1.0], [0.5]]> : tensor<2x1xf8E8M0FNU>
  %0 = "chlo.scaled_dot"(%a, %b, %as, %bs) <{dimension_numbers = #chlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
    : (tensor<1x4xf8E4M3FN>, tensor<4x1xf8E4M3FN>, tensor<1x2xf8E8M0FNU>, tensor<2x1xf8E8M0FNU>) -> tensor<1x1xf32>
  check.expect_eq_const %0, dense<20.0> : tensor<1x1xf32>
  return
}
