// The three two-dimensional configurations of the paper's Table 1 on a transformer layer with its gradient and update,
// each from seven annotations: four weights, the activations between layers, of the heads and of the hidden layer. No
// gradient is annotated.
//   B batch, S sequence, M model, N heads of D, H hidden
// RUN: %partita propagate --show %s --shard 'x=[{},{},{"x"}]' --shard 'heads=[{},{},{"y"},{}]' --shard 'hidden=[{},{},{"y"}]' | FileCheck %s --check-prefixes=ALL,FIRST
// RUN: %partita propagate --show %s --shard 'x=[{"x"},{},{}]' | FileCheck %s --check-prefixes=ALL,SECOND
// RUN: %partita propagate --show %s | FileCheck %s --check-prefixes=ALL,FINAL
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%x: tensor<8x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>},
                %wqkv: tensor<3x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>},
                %wo: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}, {"x"}]>},
                %win: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %wout: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>})
    -> (tensor<8x16x32xf32>, tensor<3x32x4x8xf32>, tensor<4x8x32xf32>, tensor<32x64xf32>, tensor<64x32xf32>) {
  // Forward: attention.
  // FIRST: %qkv {{.*}} [-, -, -, y, -]
  // SECOND: %qkv {{.*}} [x, -, -, y, -]
  // FINAL: %qkv {{.*}} [x, -, -, y, -]
  %qkv = stablehlo.dot_general %x, %wqkv, contracting_dims = [2] x [1] : (tensor<8x16x32xf32>, tensor<3x32x4x8xf32>) -> tensor<8x16x3x4x8xf32>
  %q1 = stablehlo.slice %qkv [0:8, 0:16, 0:1, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
  // FIRST: %q {{.*}} [-, -, y, -]
  // SECOND: %q {{.*}} [x, -, y, -]
  // FINAL: %q {{.*}} [x, -, y, -]
  %q = stablehlo.reshape %q1 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
  %k1 = stablehlo.slice %qkv [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
  // FIRST: %k {{.*}} [-, -, y, -]
  // SECOND: %k {{.*}} [x, -, y, -]
  // FINAL: %k {{.*}} [x, -, y, -]
  %k = stablehlo.reshape %k1 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
  %v1 = stablehlo.slice %qkv [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
  // FIRST: %v {{.*}} [-, -, y, -]
  // SECOND: %v {{.*}} [x, -, y, -]
  // FINAL: %v {{.*}} [x, -, y, -]
  %v = stablehlo.reshape %v1 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
  // FIRST: %logits {{.*}} [-, y, -, -]
  // SECOND: %logits {{.*}} [x, y, -, -]
  // FINAL: %logits {{.*}} [x, y, -, -]
  %logits = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // FIRST: %max {{.*}} [-, y, -]
  // SECOND: %max {{.*}} [x, y, -]
  // FINAL: %max {{.*}} [x, y, -]
  %max = stablehlo.reduce(%logits init: %lowest) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
  %maxes = stablehlo.broadcast_in_dim %max, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
  // FIRST: %shifted {{.*}} [-, y, -, -]
  // SECOND: %shifted {{.*}} [x, y, -, -]
  // FINAL: %shifted {{.*}} [x, y, -, -]
  %shifted = stablehlo.subtract %logits, %maxes : tensor<8x4x16x16xf32>
  // FIRST: %exp {{.*}} [-, y, -, -]
  // SECOND: %exp {{.*}} [x, y, -, -]
  // FINAL: %exp {{.*}} [x, y, -, -]
  %exp = stablehlo.exponential %shifted : tensor<8x4x16x16xf32>
  // FIRST: %total {{.*}} [-, y, -]
  // SECOND: %total {{.*}} [x, y, -]
  // FINAL: %total {{.*}} [x, y, -]
  %total = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
  %totals = stablehlo.broadcast_in_dim %total, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
  // FIRST: %weights {{.*}} [-, y, -, -]
  // SECOND: %weights {{.*}} [x, y, -, -]
  // FINAL: %weights {{.*}} [x, y, -, -]
  %weights = stablehlo.divide %exp, %totals : tensor<8x4x16x16xf32>
  // FIRST: %mixed {{.*}} [-, y, -, -]
  // SECOND: %mixed {{.*}} [x, y, -, -]
  // FINAL: %mixed {{.*}} [x, y, -, -]
  %mixed = stablehlo.dot_general %weights, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
  // FIRST: %by_head {{.*}} [-, -, y, -]
  // SECOND: %by_head {{.*}} [x, -, y, -]
  // FINAL: %by_head {{.*}} [x, -, y, -]
  %by_head = stablehlo.transpose %mixed, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
  // FIRST: %heads {{.*}} [-, -, y, -]
  // SECOND: %heads {{.*}} [x, -, y, -]
  // FINAL: %heads {{.*}} [x, -, y, -]
  %heads = sdy.sharding_constraint %by_head <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<8x16x4x8xf32>
  // FIRST: %attention {{.*}} [-, -, x]
  // SECOND: %attention {{.*}} [x, -, -]
  // FINAL: %attention {{.*}} [x, -, y]
  %attention = stablehlo.dot_general %heads, %wo, contracting_dims = [2, 3] x [0, 1] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
  // FIRST: %middle {{.*}} [-, -, x]
  // SECOND: %middle {{.*}} [x, -, -]
  // FINAL: %middle {{.*}} [x, -, y]
  %middle = stablehlo.add %x, %attention : tensor<8x16x32xf32>
  // Forward: feed-forward network.
  // FIRST: %up {{.*}} [-, -, y]
  // SECOND: %up {{.*}} [x, -, y]
  // FINAL: %up {{.*}} [x, -, y]
  %up = stablehlo.dot_general %middle, %win, contracting_dims = [2] x [0] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
  // FIRST: %hidden {{.*}} [-, -, y]
  // SECOND: %hidden {{.*}} [x, -, y]
  // FINAL: %hidden {{.*}} [x, -, y]
  %hidden = sdy.sharding_constraint %up <@mesh, [{"x"}, {}, {"y"}]> : tensor<8x16x64xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<8x16x64xf32>
  // FIRST: %active {{.*}} [-, -, y]
  // SECOND: %active {{.*}} [x, -, y]
  // FINAL: %active {{.*}} [x, -, y]
  %active = stablehlo.maximum %hidden, %zeros : tensor<8x16x64xf32>
  // FIRST: %down {{.*}} [-, -, x]
  // SECOND: %down {{.*}} [x, -, -]
  // FINAL: %down {{.*}} [x, -, y]
  %down = stablehlo.dot_general %active, %wout, contracting_dims = [2] x [0] : (tensor<8x16x64xf32>, tensor<64x32xf32>) -> tensor<8x16x32xf32>
  // FIRST: %out {{.*}} [-, -, x]
  // SECOND: %out {{.*}} [x, -, -]
  // FINAL: %out {{.*}} [x, -, y]
  %out = stablehlo.add %middle, %down : tensor<8x16x32xf32>
  // Backward: the loss is half the sum of squares, so the gradient of the output is the output.
  // FIRST: %d_active {{.*}} [-, -, y]
  // SECOND: %d_active {{.*}} [x, -, y]
  // FINAL: %d_active {{.*}} [x, -, y]
  %d_active = stablehlo.dot_general %out, %wout, contracting_dims = [2] x [1] : (tensor<8x16x32xf32>, tensor<64x32xf32>) -> tensor<8x16x64xf32>
  // ALL: %d_wout {{.*}} [y, x]
  %d_wout = stablehlo.dot_general %active, %out, contracting_dims = [0, 1] x [0, 1] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
  %positive = stablehlo.compare GT, %hidden, %zeros : (tensor<8x16x64xf32>, tensor<8x16x64xf32>) -> tensor<8x16x64xi1>
  // FIRST: %d_hidden {{.*}} [-, -, y]
  // SECOND: %d_hidden {{.*}} [x, -, y]
  // FINAL: %d_hidden {{.*}} [x, -, y]
  %d_hidden = stablehlo.select %positive, %d_active, %zeros : tensor<8x16x64xi1>, tensor<8x16x64xf32>
  // ALL: %d_win {{.*}} [x, y]
  %d_win = stablehlo.dot_general %middle, %d_hidden, contracting_dims = [0, 1] x [0, 1] : (tensor<8x16x32xf32>, tensor<8x16x64xf32>) -> tensor<32x64xf32>
  // FIRST: %d_into {{.*}} [-, -, x]
  // SECOND: %d_into {{.*}} [x, -, -]
  // FINAL: %d_into {{.*}} [x, -, y]
  %d_into = stablehlo.dot_general %d_hidden, %win, contracting_dims = [2] x [1] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
  // FIRST: %d_middle {{.*}} [-, -, x]
  // SECOND: %d_middle {{.*}} [x, -, -]
  // FINAL: %d_middle {{.*}} [x, -, y]
  %d_middle = stablehlo.add %out, %d_into : tensor<8x16x32xf32>
  // FIRST: %d_heads {{.*}} [-, -, y, -]
  // SECOND: %d_heads {{.*}} [x, -, y, -]
  // FINAL: %d_heads {{.*}} [x, -, y, -]
  %d_heads = stablehlo.dot_general %d_middle, %wo, contracting_dims = [2] x [2] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
  // ALL: %d_wo {{.*}} [y, -, x]
  %d_wo = stablehlo.dot_general %heads, %d_middle, contracting_dims = [0, 1] x [0, 1] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
  // FIRST: %d_mixed {{.*}} [-, y, -, -]
  // SECOND: %d_mixed {{.*}} [x, y, -, -]
  // FINAL: %d_mixed {{.*}} [x, y, -, -]
  %d_mixed = stablehlo.transpose %d_heads, dims = [0, 2, 1, 3] : (tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
  // FIRST: %d_weights {{.*}} [-, y, -, -]
  // SECOND: %d_weights {{.*}} [x, y, -, -]
  // FINAL: %d_weights {{.*}} [x, y, -, -]
  %d_weights = stablehlo.dot_general %d_mixed, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [3] : (tensor<8x4x16x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
  // FIRST: %d_v_by_head {{.*}} [-, y, -, -]
  // SECOND: %d_v_by_head {{.*}} [x, y, -, -]
  // FINAL: %d_v_by_head {{.*}} [x, y, -, -]
  %d_v_by_head = stablehlo.dot_general %weights, %d_mixed, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2] : (tensor<8x4x16x16xf32>, tensor<8x4x16x8xf32>) -> tensor<8x4x16x8xf32>
  // FIRST: %weighed {{.*}} [-, y, -, -]
  // SECOND: %weighed {{.*}} [x, y, -, -]
  // FINAL: %weighed {{.*}} [x, y, -, -]
  %weighed = stablehlo.multiply %weights, %d_weights : tensor<8x4x16x16xf32>
  // FIRST: %along {{.*}} [-, y, -]
  // SECOND: %along {{.*}} [x, y, -]
  // FINAL: %along {{.*}} [x, y, -]
  %along = stablehlo.reduce(%weighed init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
  %alongs = stablehlo.broadcast_in_dim %along, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
  // FIRST: %across {{.*}} [-, y, -, -]
  // SECOND: %across {{.*}} [x, y, -, -]
  // FINAL: %across {{.*}} [x, y, -, -]
  %across = stablehlo.subtract %d_weights, %alongs : tensor<8x4x16x16xf32>
  // FIRST: %d_logits {{.*}} [-, y, -, -]
  // SECOND: %d_logits {{.*}} [x, y, -, -]
  // FINAL: %d_logits {{.*}} [x, y, -, -]
  %d_logits = stablehlo.multiply %weights, %across : tensor<8x4x16x16xf32>
  // FIRST: %d_q_by_head {{.*}} [-, y, -, -]
  // SECOND: %d_q_by_head {{.*}} [x, y, -, -]
  // FINAL: %d_q_by_head {{.*}} [x, y, -, -]
  %d_q_by_head = stablehlo.dot_general %d_logits, %k, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
  // FIRST: %d_k_by_head {{.*}} [-, y, -, -]
  // SECOND: %d_k_by_head {{.*}} [x, y, -, -]
  // FINAL: %d_k_by_head {{.*}} [x, y, -, -]
  %d_k_by_head = stablehlo.dot_general %d_logits, %q, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
  // FIRST: %d_q {{.*}} [-, -, y, -]
  // SECOND: %d_q {{.*}} [x, -, y, -]
  // FINAL: %d_q {{.*}} [x, -, y, -]
  %d_q = stablehlo.transpose %d_q_by_head, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
  %d_q1 = stablehlo.reshape %d_q : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
  // FIRST: %d_k {{.*}} [-, -, y, -]
  // SECOND: %d_k {{.*}} [x, -, y, -]
  // FINAL: %d_k {{.*}} [x, -, y, -]
  %d_k = stablehlo.transpose %d_k_by_head, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
  %d_k1 = stablehlo.reshape %d_k : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
  // FIRST: %d_v {{.*}} [-, -, y, -]
  // SECOND: %d_v {{.*}} [x, -, y, -]
  // FINAL: %d_v {{.*}} [x, -, y, -]
  %d_v = stablehlo.transpose %d_v_by_head, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
  %d_v1 = stablehlo.reshape %d_v : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
  // FIRST: %d_qkv {{.*}} [-, -, -, y, -]
  // SECOND: %d_qkv {{.*}} [x, -, -, y, -]
  // FINAL: %d_qkv {{.*}} [x, -, -, y, -]
  %d_qkv = stablehlo.concatenate %d_q1, %d_k1, %d_v1, dim = 2 : (tensor<8x16x1x4x8xf32>, tensor<8x16x1x4x8xf32>, tensor<8x16x1x4x8xf32>) -> tensor<8x16x3x4x8xf32>
  %d_wqkv_by_m = stablehlo.dot_general %x, %d_qkv, contracting_dims = [0, 1] x [0, 1] : (tensor<8x16x32xf32>, tensor<8x16x3x4x8xf32>) -> tensor<32x3x4x8xf32>
  // ALL: %d_wqkv {{.*}} [-, x, y, -]
  %d_wqkv = stablehlo.transpose %d_wqkv_by_m, dims = [1, 0, 2, 3] : (tensor<32x3x4x8xf32>) -> tensor<3x32x4x8xf32>
  // FIRST: %d_x_of_qkv {{.*}} [-, -, x]
  // SECOND: %d_x_of_qkv {{.*}} [x, -, -]
  // FINAL: %d_x_of_qkv {{.*}} [x, -, y]
  %d_x_of_qkv = stablehlo.dot_general %d_qkv, %wqkv, contracting_dims = [2, 3, 4] x [0, 2, 3] : (tensor<8x16x3x4x8xf32>, tensor<3x32x4x8xf32>) -> tensor<8x16x32xf32>
  // FIRST: %d_x {{.*}} [-, -, x]
  // SECOND: %d_x {{.*}} [x, -, -]
  // FINAL: %d_x {{.*}} [x, -, y]
  %d_x = stablehlo.add %d_middle, %d_x_of_qkv : tensor<8x16x32xf32>
  // The update.
  // ALL: %new_wqkv {{.*}} [-, x, y, -]
  %new_wqkv = stablehlo.subtract %wqkv, %d_wqkv : tensor<3x32x4x8xf32>
  // ALL: %new_wo {{.*}} [y, -, x]
  %new_wo = stablehlo.subtract %wo, %d_wo : tensor<4x8x32xf32>
  // ALL: %new_win {{.*}} [x, y]
  %new_win = stablehlo.subtract %win, %d_win : tensor<32x64xf32>
  // ALL: %new_wout {{.*}} [y, x]
  %new_wout = stablehlo.subtract %wout, %d_wout : tensor<64x32xf32>
  // FIRST: out0 {{.*}} [-, -, x]
  // SECOND: out0 {{.*}} [x, -, -]
  // FINAL: out0 {{.*}} [x, -, y]
  // ALL: out1 {{.*}} [-, x, y, -]
  // ALL: out2 {{.*}} [y, -, x]
  // ALL: out3 {{.*}} [x, y]
  // ALL: out4 {{.*}} [y, x]
  return %d_x, %new_wqkv, %new_wo, %new_win, %new_wout : tensor<8x16x32xf32>, tensor<3x32x4x8xf32>, tensor<4x8x32xf32>, tensor<32x64xf32>, tensor<64x32xf32>
}
