// RUN: %partita partition %s -o %t.mlir && FileCheck %s < %t.mlir && %partita check %t.mlir
// RUN: %partita run --random 1 --verify %s
// Hints of the round-trip spelling have done their work once the program is partitioned: none may name a mesh that the
// local program has not.
// CHECK-NOT: xla.sdy
module @m attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22a\22=2]>}"}, mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22a\22}]>"}, mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<4xf32> {
    %0 = stablehlo.abs %x : tensor<4xf32>
    %1 = stablehlo.custom_call @xla.sdy.PropagationBarrier(%0) {mhlo.frontend_attributes = {xla.sdy.allowed_direction = "#sdy<propagation_direction NONE>"}} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.custom_call @xla.sdy.ShardingGroup(%1) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding_group_id = "0 : i64"}} : (tensor<4xf32>) -> ()
    %2 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%1) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}]>]>"}} : (tensor<4xf32>) -> tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}
