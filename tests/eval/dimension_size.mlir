// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<1.0> : tensor<3x0x5xf32>
  %0 = stablehlo.get_dimension_size %a, dim = 2 : (tensor<3x0x5xf32>) -> tensor<i32>
  check.expect_eq_const %0, dense<5> : tensor<i32>
  %1 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<3x0x5xf32>) -> tensor<i32>
  check.expect_eq_const %1, dense<0> : tensor<i32>
  %b = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %2 = stablehlo.set_dimension_size %b, %n, dim = 0 : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq %2, %b : tensor<3xi32>
  return
}
