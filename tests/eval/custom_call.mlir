// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[[3.0, 1.0, 3.0, 2.0], [0.0, 7.0, -1.0, 7.0]]> : tensor<2x4xf32>
  // Hints change nothing.
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{replicated}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.custom_call @LayoutConstraint(%0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.custom_call @MoveToHost(%1) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.custom_call @PinToDevice(%2) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  stablehlo.custom_call @check.expect_eq(%3, %a) {has_side_effect = true} : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
  stablehlo.custom_call @check.eq(%3, %a) {has_side_effect = true} : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
  stablehlo.custom_call @check.expect_close(%3, %a) {has_side_effect = true} : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
  stablehlo.custom_call @check.expect_almost_eq(%3, %a) {has_side_effect = true} : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
  %4:2 = stablehlo.custom_call @TopK(%a) : (tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  check.expect_eq_const %4#0, dense<[[3.0, 3.0, 2.0], [7.0, 7.0, 0.0]]> : tensor<2x3xf32>
  check.expect_eq_const %4#1, dense<[[0, 2, 3], [1, 3, 0]]> : tensor<2x3xi32>
  // Halves of 64-bit integers.
  %w = stablehlo.constant dense<[4294967298, -1]> : tensor<2xi64>
  %5 = stablehlo.custom_call @X64SplitLow(%w) : (tensor<2xi64>) -> tensor<2xui32>
  %6 = stablehlo.custom_call @X64SplitHigh(%w) : (tensor<2xi64>) -> tensor<2xui32>
  check.expect_eq_const %5, dense<[2, 4294967295]> : tensor<2xui32>
  check.expect_eq_const %6, dense<[1, 4294967295]> : tensor<2xui32>
  %7 = stablehlo.custom_call @X64Combine(%5, %6) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi64>
  check.expect_eq %7, %w : tensor<2xi64>
  return
}
