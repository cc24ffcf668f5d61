// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 2.0, 100.0, 0.0, 0x7FF0000000000000, -1.0, 0x7FF8000000000000]> : tensor<7xf64>
  %r0 = stablehlo.rsqrt %x0 : tensor<7xf64>
  check.expect_close_const %r0, dense<[2.0, 0.7071067811865476, 0.1, 0x7FF0000000000000, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  %x1 = stablehlo.constant dense<[0.25, 2.0, 100.0, 0.0, 0x7F800000, -1.0, 0x7FC00000]> : tensor<7xf32>
  %r1 = stablehlo.rsqrt %x1 : tensor<7xf32>
  check.expect_close_const %r1, dense<[2.0, 0.7071067690849304, 0.10000000149011612, 0x7F800000, 0.0, 0x7FC00000, 0x7FC00000]> : tensor<7xf32>
  %x2 = stablehlo.constant dense<[0.25, 2.0, 100.0, 0.0, 0x7F80, -1.0, 0x7FC0]> : tensor<7xbf16>
  %r2 = stablehlo.rsqrt %x2 : tensor<7xbf16>
  check.expect_close_const %r2, dense<[2.0, 0.70703125, 0.10009765625, 0x7F80, 0.0, 0x7FC0, 0x7FC0]> : tensor<7xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f64>>
  %r3 = stablehlo.rsqrt %x3 : tensor<3xcomplex<f64>>
  check.expect_close_const %r3, dense<[(1.3017016520692888, 0.30729007631213195), (0.282842712474619, -0.565685424949238), (0.6324555320336759, -0.6324555320336759)]> : tensor<3xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f32>>
  %r4 = stablehlo.rsqrt %x4 : tensor<3xcomplex<f32>>
  check.expect_close_const %r4, dense<[(1.3017016649246216, 0.30729007720947266), (0.2828427255153656, -0.5656854510307312), (0.6324555277824402, -0.6324555277824402)]> : tensor<3xcomplex<f32>>
  return
}
