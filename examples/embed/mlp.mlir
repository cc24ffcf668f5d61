// Two layers and a residual, for one device: no mesh and no shardings.
func.func @main(%x: tensor<16x32xf32>, %w1: tensor<32x64xf32>, %w2: tensor<64x32xf32>) -> tensor<16x32xf32> {
  %a = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
  %h = stablehlo.tanh %a : tensor<16x64xf32>
  %b = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
  %y = stablehlo.add %x, %b : tensor<16x32xf32>
  return %y : tensor<16x32xf32>
}
