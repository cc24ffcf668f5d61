// Three uses of one argument: two of them want one thing, one another.
module @votes {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%w: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) {
    %a = stablehlo.tanh %w {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<32x32xf32>
    %b = stablehlo.sine %w {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<32x32xf32>
    %c = stablehlo.cosine %w {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<32x32xf32>
    return %a, %b, %c : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
  }
}
