// RUN: %partita eval %s
func.func @main() {
  %f = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %0 = stablehlo.bitcast_convert %f : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %0, dense<[0x3F800000, 0xC0000000]> : tensor<2xui32>
  // Wider elements fall apart into a new last dimension, low bits first, and come together again.
  %1 = stablehlo.bitcast_convert %f : (tensor<2xf32>) -> tensor<2x4xui8>
  check.expect_eq_const %1, dense<[[0, 0, 128, 63], [0, 0, 0, 192]]> : tensor<2x4xui8>
  %2 = stablehlo.bitcast_convert %1 : (tensor<2x4xui8>) -> tensor<2xf32>
  check.expect_eq %2, %f : tensor<2xf32>

  // Below a byte.
  %b = stablehlo.constant dense<[0x21, 0xF3]> : tensor<2xui8>
  %3 = stablehlo.bitcast_convert %b : (tensor<2xui8>) -> tensor<2x2xui4>
  check.expect_eq_const %3, dense<[[1, 2], [3, 15]]> : tensor<2x2xui4>
  %4 = stablehlo.bitcast_convert %b : (tensor<2xui8>) -> tensor<2x2xi4>
  check.expect_eq_const %4, dense<[[1, 2], [3, -1]]> : tensor<2x2xi4>
  %5 = stablehlo.bitcast_convert %4 : (tensor<2x2xi4>) -> tensor<2xui8>
  check.expect_eq %5, %b : tensor<2xui8>
  %6 = stablehlo.bitcast_convert %4 : (tensor<2x2xi4>) -> tensor<2x2xui4>
  check.expect_eq %6, %3 : tensor<2x2xui4>
  %n = stablehlo.constant dense<0x1F2E3D4C5B6A7988> : tensor<ui64>
  %7 = stablehlo.bitcast_convert %n : (tensor<ui64>) -> tensor<16xui4>
  check.expect_eq_const %7, dense<[8, 8, 9, 7, 10, 6, 11, 5, 12, 4, 13, 3, 14, 2, 15, 1]> : tensor<16xui4>
  %8 = stablehlo.bitcast_convert %7 : (tensor<16xui4>) -> tensor<ui64>
  check.expect_eq %8, %n : tensor<ui64>
  return
}
