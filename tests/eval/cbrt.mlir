// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 27.0, -8.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<11xf64>
  %r0 = stablehlo.cbrt %x0 : tensor<11xf64>
  check.expect_close_const %r0, dense<[0.6694329500821695, -0.8879040017426006, 1.1447142425533319, -1.3103706971044482, 1.5874010519681996, 3.0, -2.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<11xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 27.0, -8.0, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<11xf32>
  %r1 = stablehlo.cbrt %x1 : tensor<11xf32>
  check.expect_close_const %r1, dense<[0.6694329380989075, -0.8879039883613586, 1.1447142362594604, -1.310370683670044, 1.587401032447815, 3.0, -2.0, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<11xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 27.0, -8.0, 0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<11xbf16>
  %r2 = stablehlo.cbrt %x2 : tensor<11xbf16>
  check.expect_close_const %r2, dense<[0.671875, -0.88671875, 1.1484375, -1.3125, 1.5859375, 3.0, -2.0, 0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<11xbf16>
  return
}
