// RUN: %partita eval %s
func.func @main() {
  // The smallest integer has no positive twin and stays.
  %a = stablehlo.constant dense<[-128, -5, 0, 127]> : tensor<4xi8>
  %0 = stablehlo.abs %a : tensor<4xi8>
  check.expect_eq_const %0, dense<[-128, 5, 0, 127]> : tensor<4xi8>
  %b = stablehlo.constant dense<[-8, -3, 7]> : tensor<3xi4>
  %1 = stablehlo.abs %b : tensor<3xi4>
  check.expect_eq_const %1, dense<[-8, 3, 7]> : tensor<3xi4>
  %c = stablehlo.constant dense<[-1.5, -0.0, 0xFF800000, 2.0]> : tensor<4xf32>
  %2 = stablehlo.abs %c : tensor<4xf32>
  %2i = stablehlo.bitcast_convert %2 : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %2i, dense<[0x3FC00000, 0, 0x7F800000, 0x40000000]> : tensor<4xi32>
  %d = stablehlo.constant dense<[(3.0, -4.0), (0.0, 0.0)]> : tensor<2xcomplex<f64>>
  %3 = stablehlo.abs %d : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  check.expect_eq_const %3, dense<[5.0, 0.0]> : tensor<2xf64>
  %e = stablehlo.constant dense<[-0.5, 448.0]> : tensor<2xf8E4M3FN>
  %4 = stablehlo.abs %e : tensor<2xf8E4M3FN>
  check.expect_eq_const %4, dense<[0.5, 448.0]> : tensor<2xf8E4M3FN>
  return
}
