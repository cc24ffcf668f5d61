// Four products in a row; the last one reads the first again. Each is 8 KiB on a machine with tiles of 8 x 128.
func.func @main(%x: tensor<16x128xf32>, %w: tensor<128x128xf32>) -> tensor<f32> {
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x128xf32>, tensor<128x128xf32>) -> tensor<16x128xf32>
  %b = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<16x128xf32>, tensor<128x128xf32>) -> tensor<16x128xf32>
  %c = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<16x128xf32>, tensor<128x128xf32>) -> tensor<16x128xf32>
  %d = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<16x128xf32>, tensor<128x128xf32>) -> tensor<16x128xf32>
  %e = stablehlo.dot_general %d, %a, contracting_dims = [0, 1] x [0, 1] : (tensor<16x128xf32>, tensor<16x128xf32>) -> tensor<f32>
  return %e : tensor<f32>
}
