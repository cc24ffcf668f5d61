// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<8xf64>
  %r0 = stablehlo.cosine %x0 : tensor<8xf64>
  check.expect_close_const %r0, dense<[0.955336489125606, 0.7648421872844885, 0.0707372016677029, -0.6281736227227391, -0.6536436208636119, 1.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<8xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 0.0, 0x7F800000, 0x7FC00000]> : tensor<8xf32>
  %r1 = stablehlo.cosine %x1 : tensor<8xf32>
  check.expect_close_const %r1, dense<[0.9553365111351013, 0.7648422122001648, 0.07073719799518585, -0.6281736493110657, -0.6536436080932617, 1.0, 0x7FC00000, 0x7FC00000]> : tensor<8xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 0.0, 0x7F80, 0x7FC0]> : tensor<8xbf16>
  %r2 = stablehlo.cosine %x2 : tensor<8xbf16>
  check.expect_close_const %r2, dense<[0.95703125, 0.765625, 0.07080078125, -0.62890625, -0.65234375, 1.0, 0x7FC0, 0x7FC0]> : tensor<8xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f64>>
  %r3 = stablehlo.cosine %x3 : tensor<3xcomplex<f64>>
  check.expect_close_const %r3, dense<[(0.9051501505596067, 0.12110879604381165), (0.2661271953135458, 3.6177750739401375), (1.8884238771610158, 0.0)]> : tensor<3xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f32>>
  %r4 = stablehlo.cosine %x4 : tensor<3xcomplex<f32>>
  check.expect_close_const %r4, dense<[(0.9051501750946045, 0.12110879272222519), (0.26612719893455505, 3.6177749633789062), (1.8884239196777344, 0.0)]> : tensor<3xcomplex<f32>>
  return
}
