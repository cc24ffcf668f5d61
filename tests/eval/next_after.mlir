// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[1.0, 1.0, 0.0, 0.0, 2.0]> : tensor<5xf32>
  %b = stablehlo.constant dense<[2.0, 0.0, 1.0, -1.0, 2.0]> : tensor<5xf32>
  %0 = chlo.next_after %a, %b : tensor<5xf32>, tensor<5xf32> -> tensor<5xf32>
  %0b = stablehlo.bitcast_convert %0 : (tensor<5xf32>) -> tensor<5xui32>
  check.expect_eq_const %0b, dense<[0x3F800001, 0x3F7FFFFF, 1, 0x80000001, 0x40000000]> : tensor<5xui32>
  // In the format itself: the neighbour of 1 in bf16 is 1 + 2^-7.
  %c = stablehlo.constant dense<[1.0, 1.0, -1.0]> : tensor<3xbf16>
  %d = stablehlo.constant dense<[2.0, 0.0, 1.0]> : tensor<3xbf16>
  %1 = chlo.next_after %c, %d : tensor<3xbf16>, tensor<3xbf16> -> tensor<3xbf16>
  check.expect_eq_const %1, dense<[1.0078125, 0.99609375, -0.99609375]> : tensor<3xbf16>
  return
}
