// Two ways to use one axis: on the rows, which gathers the weight, or on the columns, which gathers the batch.
module @costs {
  sdy.mesh @mesh = <["x"=8]>
  func.func public @main(%batch: tensor<512x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                         %w: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<512x128xf32> {
    %h = stablehlo.dot_general %batch, %w, contracting_dims = [1] x [0] : (tensor<512x64xf32>, tensor<64x128xf32>) -> tensor<512x128xf32>
    return %h : tensor<512x128xf32>
  }
}
