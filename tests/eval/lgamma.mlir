// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 30.0, 1.0, 0x7FF0000000000000, 0.0, 0x7FF8000000000000]> : tensor<9xf64>
  %r0 = chlo.lgamma %x0 : tensor<9xf64> -> tensor<9xf64>
  check.expect_close_const %r0, dense<[1.0957979948180756, 1.4524729387568078, -0.12078223763524522, 0.5555015450206475, 71.25703896716801, 0.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 30.0, 1.0, 0x7F800000, 0.0, 0x7FC00000]> : tensor<9xf32>
  %r1 = chlo.lgamma %x1 : tensor<9xf32> -> tensor<9xf32>
  check.expect_close_const %r1, dense<[1.0957978963851929, 1.4524729251861572, -0.12078224122524261, 0.5555015206336975, 71.25704193115234, 0.0, 0x7F800000, 0x7F800000, 0x7FC00000]> : tensor<9xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 30.0, 1.0, 0x7F80, 0.0, 0x7FC0]> : tensor<9xbf16>
  %r2 = chlo.lgamma %x2 : tensor<9xbf16> -> tensor<9xbf16>
  check.expect_close_const %r2, dense<[1.09375, 1.453125, -0.12060546875, 0.5546875, 71.5, 0.0, 0x7F80, 0x7F80, 0x7FC0]> : tensor<9xbf16>
  return
}
