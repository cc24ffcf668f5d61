// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %0 = stablehlo.constant dense<0> : tensor<i64>
  %1 = stablehlo.constant dense<1> : tensor<i64>
  %2 = stablehlo.dynamic_slice %a, %1, %1, sizes = [2, 2] : (tensor<3x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi32>
  check.expect_eq_const %2, dense<[[6, 7], [10, 11]]> : tensor<2x2xi32>
  // Starts are clamped so that the slice fits; an unsigned one never counts as negative.
  %far = stablehlo.constant dense<100> : tensor<i64>
  %neg = stablehlo.constant dense<-3> : tensor<i64>
  %3 = stablehlo.dynamic_slice %a, %far, %neg, sizes = [2, 3] : (tensor<3x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x3xi32>
  check.expect_eq_const %3, dense<[[5, 6, 7], [9, 10, 11]]> : tensor<2x3xi32>
  %huge = stablehlo.constant dense<0xFFFFFFFFFFFFFFFF> : tensor<ui64>
  %zero = stablehlo.constant dense<0> : tensor<ui64>
  %4 = stablehlo.dynamic_slice %a, %zero, %huge, sizes = [1, 1] : (tensor<3x4xi32>, tensor<ui64>, tensor<ui64>) -> tensor<1x1xi32>
  check.expect_eq_const %4, dense<4> : tensor<1x1xi32>
  %5 = stablehlo.dynamic_slice %a, %0, %0, sizes = [0, 4] : (tensor<3x4xi32>, tensor<i64>, tensor<i64>) -> tensor<0x4xi32>
  check.expect_eq_const %5, dense<> : tensor<0x4xi32>
  return
}
