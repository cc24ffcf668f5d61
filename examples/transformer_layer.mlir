// A layer of a transformer with the seven annotations that GSPMD's paper gives it (its "2D finalized" configuration):
// four weights, and the activations between layers, of the attention heads and of the feed-forward network. Everything
// else is completed:  partita propagate --show examples/transformer_layer.mlir
//   B batch, S sequence, M model, N heads of D, H hidden
module @transformer_layer {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%x: tensor<8x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>},           // 1: BSM
                         %wqkv: tensor<3x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>},    // 2: MND, three
                         %wo: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}, {"x"}]>},            // 3: NDM
                         %win: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},                // 4: MH
                         %wout: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}                // 5: HM
                        ) -> tensor<8x16x32xf32> {
    // Attention.
    %qkv = stablehlo.dot_general %x, %wqkv, contracting_dims = [2] x [1] : (tensor<8x16x32xf32>, tensor<3x32x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %q1 = stablehlo.slice %qkv [0:8, 0:16, 0:1, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %k1 = stablehlo.slice %qkv [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %v1 = stablehlo.slice %qkv [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %q = stablehlo.reshape %q1 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %k = stablehlo.reshape %k1 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %v = stablehlo.reshape %v1 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %logits = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %max = stablehlo.reduce(%logits init: %lowest) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %maxes = stablehlo.broadcast_in_dim %max, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
    %shifted = stablehlo.subtract %logits, %maxes : tensor<8x4x16x16xf32>
    %exp = stablehlo.exponential %shifted : tensor<8x4x16x16xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %total = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %totals = stablehlo.broadcast_in_dim %total, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
    %weights = stablehlo.divide %exp, %totals : tensor<8x4x16x16xf32>
    %mixed = stablehlo.dot_general %weights, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %by_head = stablehlo.transpose %mixed, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %heads = sdy.sharding_constraint %by_head <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<8x16x4x8xf32>  // 6: BSND
    %attention = stablehlo.dot_general %heads, %wo, contracting_dims = [2, 3] x [0, 1] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %middle = stablehlo.add %x, %attention : tensor<8x16x32xf32>
    // Feed-forward network.
    %up = stablehlo.dot_general %middle, %win, contracting_dims = [2] x [0] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
    %hidden = sdy.sharding_constraint %up <@mesh, [{"x"}, {}, {"y"}]> : tensor<8x16x64xf32>  // 7: BSH
    %zeros = stablehlo.constant dense<0.0> : tensor<8x16x64xf32>
    %active = stablehlo.maximum %hidden, %zeros : tensor<8x16x64xf32>
    %down = stablehlo.dot_general %active, %wout, contracting_dims = [2] x [0] : (tensor<8x16x64xf32>, tensor<64x32xf32>) -> tensor<8x16x32xf32>
    %out = stablehlo.add %middle, %down : tensor<8x16x32xf32>
    return %out : tensor<8x16x32xf32>
  }
}
