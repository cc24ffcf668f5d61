// The user's own priorities: data parallelism (p0) is settled everywhere before the weights (p1) are heard.
module @priorities {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%batch: tensor<16x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p0, {?}]>},
                         %w: tensor<256x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"x"}p1]>}) -> tensor<16x512xf32> {
    %h = stablehlo.dot_general %batch, %w, contracting_dims = [1] x [0] : (tensor<16x256xf32>, tensor<256x512xf32>) -> tensor<16x512xf32>
    return %h : tensor<16x512xf32>
  }
}
