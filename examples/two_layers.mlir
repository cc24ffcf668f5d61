// Two layers as the paper divides them: the batch along x, what is between the layers along y. The second layer sums over
// what y divides, so its partial sums meet along y.
module @two_layers {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main(%x: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                  %w: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
                  %v: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
      -> (tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
    %t = stablehlo.tanh %h : tensor<32x64xf32>
    %y = stablehlo.dot_general %t, %v, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>
    return %y : tensor<32x16xf32>
  }
}
