// RUN: %partita eval %s
func.func @main() {
  // 2.25 goes up for a quarter of all random numbers: those below 2^32 / 4.
  %x = stablehlo.constant dense<[2.25, 2.25, -2.25, -2.25, 3.0, 1000.0]> : tensor<6xf32>
  %r = stablehlo.constant dense<[0x3FFFFFFF, 0x40000000, 0, 0xFFFFFFFF, 0, 0]> : tensor<6xui32>
  %0 = "mhlo.stochastic_convert"(%x, %r) : (tensor<6xf32>, tensor<6xui32>) -> tensor<6xi8>
  check.expect_eq_const %0, dense<[3, 2, -3, -2, 3, 127]> : tensor<6xi8>
  // 1 + 2^-9 lies a quarter of the way from 1 to the next bf16.
  %y = stablehlo.constant dense<[1.001953125, 1.001953125, -1.001953125, 1.0]> : tensor<4xf32>
  %s = stablehlo.constant dense<[0x3FFFFFFF, 0x40000000, 0, 0]> : tensor<4xui32>
  %1 = "mhlo.stochastic_convert"(%y, %s) : (tensor<4xf32>, tensor<4xui32>) -> tensor<4xbf16>
  check.expect_eq_const %1, dense<[1.0078125, 1.0, -1.0078125, 1.0]> : tensor<4xbf16>
  return
}
