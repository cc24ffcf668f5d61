// Takes what the first device of steps/Inputs/overflow.mlir gets.
module @one {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%w: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<2x4xf32> {
    %twice = stablehlo.add %w, %w : tensor<2x4xf32>
    return %twice : tensor<2x4xf32>
  }
}
