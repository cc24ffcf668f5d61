// RUN: %partita convert %s --to hlo | FileCheck %s
// RUN: %partita convert %s --to hlo --annotations mhlo | FileCheck %s --check-prefix=TILES
// RUN: %partita convert %s --to hlo -o %t.hlo
// RUN: %partita convert %t.hlo --to hlo | diff %t.hlo -

// CHECK: HloModule sharding, {{.*}}num_partitions=8, frontend_attributes={xla.sdy.meshes="{mesh = #sdy.mesh<[\"x\"=4, \"y\"=2]>}"
// TILES-NOT: xla.sdy
module @sharding attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  // CHECK: %a = f32[8,4] parameter(0), frontend_attributes={xla.sdy.sharding="#sdy.sharding<@mesh, [{\"x\"}, {}]>"}, sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}
  // TILES: %a = f32[8,4] parameter(0), sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}
  func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
    // CHECK: %custom-call.0 = f32[8,4] custom-call(%a), custom_call_target="Sharding", backend_config="unspecified_dims=[1]", {{.*}}sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}
    %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {?}]> : tensor<8x4xf32>
    // TILES: custom_call_target="Sharding"
    // TILES: %p = f32[2,4] custom-call(%{{.*}}), custom_call_target="SPMDFullToShardShape", sharding={devices=[1,1,4,2]<=[8] last_tile_dims={manual, replicated}}
    // TILES: %negate.2 = f32[2,4] negate(%p)
    // TILES: custom_call_target="Sharding", sharding={devices=[1,1,4,2]<=[8] last_tile_dims={manual, replicated}}
    // TILES: f32[8,4] custom-call(%{{.*}}), custom_call_target="SPMDShardToFullShape", sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%p: tensor<2x4xf32>) {
      %2 = stablehlo.negate %p : tensor<2x4xf32>
      sdy.return %2 : tensor<2x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    // CHECK: custom_call_target="xla.sdy.ShardingGroup", custom_call_has_side_effect=true, frontend_attributes={xla.sdy.sharding_group_id="21 : i64"}
    sdy.sharding_group %1 group_id=21 : tensor<8x4xf32>
    // TILES: ROOT %tuple = (f32[8,4]) tuple(%{{.*}}), sharding={{[{][{]}}devices=[1,2,4]<=[4,2]T(1,0) last_tile_dim_replicate}}
    return %1 : tensor<8x4xf32>
  }
}
