// One layer: x·w + b, cut off at zero. Rows of x are split over "x", columns of w over "y".
module @layer {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                         %w: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
                         %b: tensor<32xf32>) -> tensor<8x32xf32> {
    %product = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %bias = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<32xf32>) -> tensor<8x32xf32>
    %sum = stablehlo.add %product, %bias : tensor<8x32xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<8x32xf32>
    %result = stablehlo.maximum %sum, %zero : tensor<8x32xf32>
    return %result : tensor<8x32xf32>
  }
}
