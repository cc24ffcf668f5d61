// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.0, 3.4e38]> : tensor<5xf32>
  %0 = stablehlo.is_finite %a : (tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %0, dense<[false, false, false, true, true]> : tensor<5xi1>
  %1 = chlo.is_inf %a : tensor<5xf32> -> tensor<5xi1>
  check.expect_eq_const %1, dense<[true, true, false, false, false]> : tensor<5xi1>
  %2 = chlo.is_pos_inf %a : tensor<5xf32> -> tensor<5xi1>
  check.expect_eq_const %2, dense<[true, false, false, false, false]> : tensor<5xi1>
  %3 = chlo.is_neg_inf %a : tensor<5xf32> -> tensor<5xi1>
  check.expect_eq_const %3, dense<[false, true, false, false, false]> : tensor<5xi1>
  %b = stablehlo.constant dense<[0x7F, 0x7E]> : tensor<2xf8E4M3FN>
  %4 = stablehlo.is_finite %b : (tensor<2xf8E4M3FN>) -> tensor<2xi1>
  check.expect_eq_const %4, dense<[false, true]> : tensor<2xi1>
  return
}
