// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.pad %a, %z, low = [0, 1], high = [2, 1], interior = [1, 2] : (tensor<2x3xi32>, tensor<i32>) -> tensor<5x9xi32>
  check.expect_eq_const %0, dense<[[0, 1, 0, 0, 2, 0, 0, 3, 0],
                                   [0, 0, 0, 0, 0, 0, 0, 0, 0],
                                   [0, 4, 0, 0, 5, 0, 0, 6, 0],
                                   [0, 0, 0, 0, 0, 0, 0, 0, 0],
                                   [0, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<5x9xi32>

  // Negative padding takes away, from the interior padding too.
  %1 = stablehlo.pad %a, %z, low = [0, -1], high = [0, 1], interior = [0, 0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[2, 3, 0], [5, 6, 0]]> : tensor<2x3xi32>
  %v = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %9 = stablehlo.constant dense<9> : tensor<i32>
  %2 = stablehlo.pad %v, %9, low = [-2], high = [-1], interior = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %2, dense<[2, 9, 3, 9]> : tensor<4xi32>
  %3 = stablehlo.pad %v, %9, low = [-5], high = [3], interior = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %3, dense<9> : tensor<2xi32>
  %4 = stablehlo.pad %v, %9, low = [-4], high = [0], interior = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<0xi32>
  check.expect_eq_const %4, dense<> : tensor<0xi32>
  %e = stablehlo.constant dense<> : tensor<0xi32>
  %5 = stablehlo.pad %e, %9, low = [1], high = [1], interior = [3] : (tensor<0xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %5, dense<9> : tensor<2xi32>
  return
}
