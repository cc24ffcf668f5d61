// RUN: %partita eval %s
func.func @main() {
  // The sign is the dividend's; by zero the dividend stays.
  %a = stablehlo.constant dense<[17, -17, 17, -17, 5, -2147483648]> : tensor<6xi32>
  %b = stablehlo.constant dense<[3, 3, -3, -3, 0, -1]> : tensor<6xi32>
  %0 = stablehlo.remainder %a, %b : tensor<6xi32>
  check.expect_eq_const %0, dense<[2, -2, 2, -2, 5, 0]> : tensor<6xi32>
  %c = stablehlo.constant dense<[17.1, -17.1, 17.1, 5.5]> : tensor<4xf64>
  %d = stablehlo.constant dense<[3.0, 3.0, -3.0, 0.0]> : tensor<4xf64>
  %1 = stablehlo.remainder %c, %d : tensor<4xf64>
  check.expect_close_const %1, dense<[2.1000000000000014, -2.1000000000000014, 2.1000000000000014, 0x7FF8000000000000]> : tensor<4xf64>
  %e = stablehlo.constant dense<[200, 9]> : tensor<2xui8>
  %f = stablehlo.constant dense<[7, 0]> : tensor<2xui8>
  %2 = stablehlo.remainder %e, %f : tensor<2xui8>
  check.expect_eq_const %2, dense<[4, 9]> : tensor<2xui8>
  return
}
