// The completions of the paper's section 3.2, one function each.
// RUN: split-file %s %t
// RUN: %partita propagate --show %t/data_and_model.mlir | FileCheck %s --check-prefix=DM
// RUN: %partita propagate --show %t/weight_update.mlir | FileCheck %s --check-prefix=WU
// RUN: %partita propagate --show %t/experts.mlir | FileCheck %s --check-prefix=MOE

//--- data_and_model.mlir
// BD,DF->BF: the batch of one operand, the features of the other; the gradients follow what they are gradients of.
sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func @main(%bd: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %df: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
                %dbf: tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<16x32xf32>, tensor<32x64xf32>) {
  %bf = stablehlo.dot_general %bd, %df, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
  %loss = stablehlo.multiply %bf, %dbf : tensor<16x64xf32>
  %dbd = stablehlo.dot_general %dbf, %df, contracting_dims = [1] x [1] : (tensor<16x64xf32>, tensor<32x64xf32>) -> tensor<16x32xf32>
  %ddf = stablehlo.dot_general %bd, %dbf, contracting_dims = [0] x [0] : (tensor<16x32xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
  return %loss, %dbd, %ddf : tensor<16x64xf32>, tensor<16x32xf32>, tensor<32x64xf32>
}
// DM: %dbf argument 2 tensor<16x64xf32> [data, model]{{$}}
// DM: %bf dot_general tensor<16x64xf32> [data, model]
// DM: %dbd dot_general tensor<16x32xf32> [data, -]
// DM: %ddf dot_general tensor<32x64xf32> [-, model]

//--- weight_update.mlir
// The weight divided on both: it is gathered for the layer, so that activations stay on the batch; its gradient and the
// update lie as the weight does.
sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func @main(%bd: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %df: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>},
                %momentum: tensor<32x64xf32>) -> (tensor<16x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) {
  %bf = stablehlo.dot_general %bd, %df, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
  %dbf = stablehlo.tanh %bf : tensor<16x64xf32>
  %ddf = stablehlo.dot_general %bd, %dbf, contracting_dims = [0] x [0] : (tensor<16x32xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
  %faster = stablehlo.add %momentum, %ddf : tensor<32x64xf32>
  %rate = stablehlo.constant dense<0.1> : tensor<f32>
  %rates = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
  %step = stablehlo.multiply %rates, %faster : tensor<32x64xf32>
  %new = stablehlo.subtract %df, %step : tensor<32x64xf32>
  return %bf, %new, %faster : tensor<16x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>
}
// WU: %momentum argument 2 tensor<32x64xf32> [data, model]
// WU: %bf dot_general tensor<16x64xf32> [data, model]
// WU: %ddf dot_general tensor<32x64xf32> [data, model]
// WU: %rates {{.*}} [data, model]
// WU: %new subtract tensor<32x64xf32> [data, model]
// WU: out2 result 2 tensor<32x64xf32> [data, model]

//--- experts.mlir
// EBD,EDF->EBF: all from the weights; no activation is hinted.
sdy.mesh @mesh = <["expert"=4, "model"=2]>
func.func @main(%ebd: tensor<8x16x32xf32>,
                %edf: tensor<8x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"expert"}, {}, {"model"}]>},
                %efd: tensor<8x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"expert"}, {"model"}, {}]>}) -> tensor<8x16x32xf32> {
  %ebf = stablehlo.dot_general %ebd, %edf, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x16x32xf32>, tensor<8x32x64xf32>) -> tensor<8x16x64xf32>
  %act = stablehlo.tanh %ebf : tensor<8x16x64xf32>
  %out = stablehlo.dot_general %act, %efd, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x16x64xf32>, tensor<8x64x32xf32>) -> tensor<8x16x32xf32>
  return %out : tensor<8x16x32xf32>
}
// MOE: %ebd argument 0 tensor<8x16x32xf32> [expert, -, -]{{$}}
// MOE: %ebf dot_general tensor<8x16x64xf32> [expert, -, model]
// MOE: %act tanh tensor<8x16x64xf32> [expert, -, model]
// MOE: %out dot_general tensor<8x16x32xf32> [expert, -, -]
// MOE: out0 result 0 tensor<8x16x32xf32> [expert, -, -]
