// RUN: %partita partition %s | FileCheck %s
// RUN: %partita partition %s | %partita check -
// RUN: %partita propagate %s | %partita check -
// RUN: %partita propagate --to hlo --annotations mhlo %s | %partita check -
// RUN: %partita run %s --random 1 --verify
// RUN: %partita run %s --random 1 --verify --ids replica
// Where a scalar in the body of a reduction lies says nothing: it goes, and the reduction is known for what it is.
// CHECK-NOT: {{sdy[.]|@Sharding}}
// CHECK: stablehlo.all_reduce
// CHECK-NOT: {{sdy[.]|@Sharding}}
sdy.mesh @one = <["x"=4]>
sdy.mesh @two = <["x"=4]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@one, [{"x"}, {}]>}) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@two, []>]>} : tensor<f32>
    %c = sdy.sharding_constraint %s <@two, []> : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    %c = sdy.sharding_constraint %s <@two, []> : tensor<f32>
    %d = stablehlo.custom_call @Sharding(%c) {mhlo.sharding = "{replicated}"} : (tensor<f32>) -> tensor<f32>
    stablehlo.return %d : tensor<f32>
  }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
