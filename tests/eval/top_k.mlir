// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[[3, 9, 9, 1], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %0:2 = chlo.top_k(%a, k = 2) : tensor<2x4xi32> -> (tensor<2x2xi32>, tensor<2x2xi32>)
  check.expect_eq_const %0#0, dense<[[9, 9], [8, 7]]> : tensor<2x2xi32>
  check.expect_eq_const %0#1, dense<[[1, 2], [3, 2]]> : tensor<2x2xi32>
  // NaN is above infinity, 0 above -0.
  %f = stablehlo.constant dense<[-0.0, 0x7F800000, 0x7FC00000, 0.0]> : tensor<4xf32>
  %1:2 = chlo.top_k(%f, k = 4) : tensor<4xf32> -> (tensor<4xf32>, tensor<4xi32>)
  check.expect_eq_const %1#1, dense<[2, 1, 3, 0]> : tensor<4xi32>
  %u = stablehlo.constant dense<[0, 0xFFFFFFFFFFFFFFFF, 5]> : tensor<3xui64>
  %2:2 = chlo.top_k(%u, k = 1) : tensor<3xui64> -> (tensor<1xui64>, tensor<1xi32>)
  check.expect_eq_const %2#1, dense<[1]> : tensor<1xi32>
  %b = stablehlo.constant dense<[-1.0, 2.5, 2.0]> : tensor<3xbf16>
  %3:2 = chlo.top_k(%b, k = 3) : tensor<3xbf16> -> (tensor<3xbf16>, tensor<3xi32>)
  check.expect_eq_const %3#0, dense<[2.5, 2.0, -1.0]> : tensor<3xbf16>
  %4:2 = chlo.top_k(%b, k = 0) : tensor<3xbf16> -> (tensor<0xbf16>, tensor<0xi32>)
  check.expect_eq_const %4#1, dense<> : tensor<0xi32>
  return
}
