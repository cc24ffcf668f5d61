// RUN: %partita propagate %s | FileCheck %s
// RUN: %partita propagate %s | %partita propagate - | FileCheck %s
// RUN: %partita propagate --annotations mhlo %s | FileCheck %s --check-prefix=MHLO
// RUN: %partita propagate --to hlo %s | FileCheck %s --check-prefix=HLO
// The paper's example of data and model parallelism together: x on rows, y on columns, completed in every spelling.
sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK: sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK: %x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME: -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
// MHLO-NOT: sdy.
// MHLO: %x: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"}
// HLO: num_partitions=8
// HLO: ENTRY
// HLO-NEXT: %x = f32[8,16] parameter(0), sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>},
                %w: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
                %v: tensor<32x16xf32>) -> tensor<8x16xf32> {
  // CHECK: %h = stablehlo.dot_general {{.*}}sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>
  // MHLO: %h = stablehlo.dot_general {{.*}}mhlo.sharding = "{devices=[4,2]<=[8]}"
  // HLO: %h = f32[8,32] dot(%x, %w), {{.*}}sharding={devices=[4,2]<=[8]}
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  // A constraint says what was completed, and leaves nothing open.
  // CHECK: %c = sdy.sharding_constraint %h <@mesh, [{"x"}, {"y"}]>
  // MHLO: %c = stablehlo.custom_call @Sharding(%h) {mhlo.sharding = "{devices=[4,2]<=[8]}"}
  // HLO: %c = f32[8,32] custom-call(%h), custom_call_target="Sharding", sharding={devices=[4,2]<=[8]}
  %c = sdy.sharding_constraint %h <@mesh, [{?}, {"y"}]> : tensor<8x32xf32>
  // Several results.
  // CHECK: %b:2 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"y"}, {}]>]>} %c, %v
  // MHLO: %b:2 = stablehlo.optimization_barrier {mhlo.sharding = "{{[{][{]}}devices=[4,2]<=[8]}, {devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}}"} %c, %v
  // HLO: %[[T:.*]] = (f32[8,32], f32[32,16]) tuple(%c, %v), sharding={{[{][{]}}devices=[4,2]<=[8]}, {devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}}
  // HLO: %b = (f32[8,32], f32[32,16]) opt-barrier(%[[T]]), sharding={{[{][{]}}devices=[4,2]<=[8]}, {devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}}
  // HLO: %b_0 = f32[8,32] get-tuple-element(%b), index=0, sharding={devices=[4,2]<=[8]}
  %b:2 = stablehlo.optimization_barrier %c, %v : tensor<8x32xf32>, tensor<32x16xf32>
  // HLO: ROOT %o = f32[8,16] dot({{.*}}), {{.*}}sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}
  %o = stablehlo.dot_general %b#0, %b#1, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  return %o : tensor<8x16xf32>
}
