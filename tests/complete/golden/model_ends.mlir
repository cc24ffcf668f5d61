// The ends of a language model: a tied embedding divided on the vocabulary with its loss and gradient, and a step of a
// decoder that writes to a cache.
// RUN: split-file %s %t
// RUN: %partita propagate --show %t/embedding.mlir | FileCheck %s --check-prefix=EMBEDDING
// RUN: %partita propagate --show %t/decode.mlir | FileCheck %s --check-prefix=DECODE

//--- embedding.mlir
// Only the table and the batch have hints. Logits and one-hot labels are divided on both, sums over the vocabulary on the
// batch alone; the gradient of the table lies as the table does.
// B batch, S sequence, V vocabulary, M model
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%table: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>},
                %ids: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %labels: tensor<8x16xi32>) -> (tensor<f32>, tensor<64x32xf32>) {
  %ids1 = stablehlo.reshape %ids : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
  %emb = "stablehlo.gather"(%table, %ids1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 32>, indices_are_sorted = false}> : (tensor<64x32xf32>, tensor<8x16x1xi32>) -> tensor<8x16x32xf32>
  %logits = stablehlo.dot_general %emb, %table, contracting_dims = [2] x [1] : (tensor<8x16x32xf32>, tensor<64x32xf32>) -> tensor<8x16x64xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%logits init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
  %sh = stablehlo.subtract %logits, %maxb : tensor<8x16x64xf32>
  %e = stablehlo.exponential %sh : tensor<8x16x64xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
  %iota = stablehlo.iota dim = 2 : tensor<8x16x64xi32>
  %lb = stablehlo.broadcast_in_dim %labels, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x64xi32>
  %onehot = stablehlo.compare EQ, %iota, %lb : (tensor<8x16x64xi32>, tensor<8x16x64xi32>) -> tensor<8x16x64xi1>
  %zb = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
  %sel = stablehlo.select %onehot, %sh, %zb : tensor<8x16x64xi1>, tensor<8x16x64xf32>
  %pick = stablehlo.reduce(%sel init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
  %logsum = stablehlo.log %sum : tensor<8x16xf32>
  %nll = stablehlo.subtract %logsum, %pick : tensor<8x16xf32>
  %loss = stablehlo.reduce(%nll init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
  %dl = stablehlo.divide %e, %sumb : tensor<8x16x64xf32>
  %demb = stablehlo.dot_general %dl, %table, contracting_dims = [2] x [0] : (tensor<8x16x64xf32>, tensor<64x32xf32>) -> tensor<8x16x32xf32>
  %zt = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
  %dtable = "stablehlo.scatter"(%zt, %ids1, %demb) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<64x32xf32>, tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
  %new = stablehlo.subtract %table, %dtable : tensor<64x32xf32>
  return %loss, %new : tensor<f32>, tensor<64x32xf32>
}
// EMBEDDING: %table argument 0 tensor<64x32xf32> [y, -] hint
// EMBEDDING: %ids argument 1 tensor<8x16xi32> [x, -] hint
// EMBEDDING: %labels argument 2 tensor<8x16xi32> [x, -]{{$}}
// EMBEDDING: %ids1 reshape tensor<8x16x1xi32> [x, -, -]{{$}}
// EMBEDDING: %emb gather tensor<8x16x32xf32> [x, -, -]{{$}}
// EMBEDDING: %logits dot_general tensor<8x16x64xf32> [x, -, y]{{$}}
// EMBEDDING: %max reduce tensor<8x16xf32> [x, -]{{$}}
// EMBEDDING: %maxb broadcast_in_dim tensor<8x16x64xf32> [x, -, y]{{$}}
// EMBEDDING: %sh subtract tensor<8x16x64xf32> [x, -, y]{{$}}
// EMBEDDING: %e exponential tensor<8x16x64xf32> [x, -, y]{{$}}
// EMBEDDING: %sum reduce tensor<8x16xf32> [x, -]{{$}}
// EMBEDDING: %iota iota tensor<8x16x64xi32> [x, -, y]{{$}}
// EMBEDDING: %lb broadcast_in_dim tensor<8x16x64xi32> [x, -, y]{{$}}
// EMBEDDING: %onehot compare tensor<8x16x64xi1> [x, -, y]{{$}}
// EMBEDDING: %zb broadcast_in_dim tensor<8x16x64xf32> [x, -, y]{{$}}
// EMBEDDING: %sel select tensor<8x16x64xf32> [x, -, y]{{$}}
// EMBEDDING: %pick reduce tensor<8x16xf32> [x, -]{{$}}
// EMBEDDING: %logsum log tensor<8x16xf32> [x, -]{{$}}
// EMBEDDING: %nll subtract tensor<8x16xf32> [x, -]{{$}}
// EMBEDDING: %loss reduce tensor<f32> []{{$}}
// EMBEDDING: %sumb broadcast_in_dim tensor<8x16x64xf32> [x, -, y]{{$}}
// EMBEDDING: %dl divide tensor<8x16x64xf32> [x, -, y]{{$}}
// EMBEDDING: %demb dot_general tensor<8x16x32xf32> [x, -, -]{{$}}
// EMBEDDING: %zt broadcast_in_dim tensor<64x32xf32> [y, -]{{$}}
// EMBEDDING: %dtable scatter tensor<64x32xf32> [y, -]{{$}}
// EMBEDDING: %new subtract tensor<64x32xf32> [y, -]{{$}}
// EMBEDDING: out0 result 0 tensor<f32> []{{$}}
// EMBEDDING: out1 result 1 tensor<64x32xf32> [y, -]{{$}}

//--- decode.mlir
// Only the cache has a hint: what is written to it, asked of it, and the weights follow.
// One token of a decoder with a cache of keys: B batch, T cache, N heads of D
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%cache: tensor<8x64x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}, {}]>},
                %h: tensor<8x32xf32>, %wk: tensor<32x4x8xf32>, %wq: tensor<32x4x8xf32>, %at: tensor<i32>) -> (tensor<8x4x64xf32>, tensor<8x64x4x8xf32>) {
  %k = stablehlo.dot_general %h, %wk, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x4x8xf32>) -> tensor<8x4x8xf32>
  %q = stablehlo.dot_general %h, %wq, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x4x8xf32>) -> tensor<8x4x8xf32>
  %k1 = stablehlo.reshape %k : (tensor<8x4x8xf32>) -> tensor<8x1x4x8xf32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %new = stablehlo.dynamic_update_slice %cache, %k1, %z, %at, %z, %z : (tensor<8x64x4x8xf32>, tensor<8x1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x64x4x8xf32>
  %scores = stablehlo.dot_general %q, %new, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3] : (tensor<8x4x8xf32>, tensor<8x64x4x8xf32>) -> tensor<8x4x64xf32>
  return %scores, %new : tensor<8x4x64xf32>, tensor<8x64x4x8xf32>
}
// DECODE: %cache argument 0 tensor<8x64x4x8xf32> [x, -, y, -] hint
// DECODE: %h argument 1 tensor<8x32xf32> [x, -]{{$}}
// DECODE: %wk argument 2 tensor<32x4x8xf32> [-, y, -]{{$}}
// DECODE: %wq argument 3 tensor<32x4x8xf32> [-, y, -]{{$}}
// DECODE: %at argument 4 tensor<i32> []{{$}}
// DECODE: %k dot_general tensor<8x4x8xf32> [x, y, -]{{$}}
// DECODE: %q dot_general tensor<8x4x8xf32> [x, y, -]{{$}}
// DECODE: %k1 reshape tensor<8x1x4x8xf32> [x, -, y, -]{{$}}
// DECODE: %new dynamic_update_slice tensor<8x64x4x8xf32> [x, -, y, -]{{$}}
// DECODE: %scores dot_general tensor<8x4x64xf32> [x, y, -]{{$}}
// DECODE: out0 result 0 tensor<8x4x64xf32> [x, y, -]{{$}}
// DECODE: out1 result 1 tensor<8x64x4x8xf32> [x, -, y, -]{{$}}
