// RUN: %partita propagate %s | FileCheck %s
// RUN: %partita propagate --annotations sdy %s | FileCheck %s --check-prefix=SDY
// RUN: %partita propagate --to hlo %s | FileCheck %s --check-prefix=HLO
// Only tile assignments: they get a mesh to be completed on, and stay tiles unless asked otherwise.
module attributes {mhlo.num_partitions = 8 : i32} {
  // CHECK-NOT: sdy.
  // SDY: sdy.mesh @mesh = <["a"=4, "b"=2]>
  // SDY: %x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}
  func.func @main(%x: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"},
                  %w: tensor<16x32xf32> {mhlo.sharding = "{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dim_replicate}"}) -> tensor<8x32xf32> {
    // CHECK: %h = stablehlo.dot_general {{.*}}mhlo.sharding = "{devices=[4,2]<=[8]}"
    // SDY: %h = stablehlo.dot_general {{.*}}sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>
    // HLO: %h = f32[8,32] dot(%x, %w), {{.*}}sharding={devices=[4,2]<=[8]}
    %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    // CHECK: %c = stablehlo.custom_call @Sharding(%h) {mhlo.sharding = "{devices=[4,2]<=[8]}"}
    // SDY: %c = sdy.sharding_constraint %h <@mesh, [{"a"}, {"b"}]>
    // HLO: %c = f32[8,32] custom-call(%h), custom_call_target="Sharding", sharding={devices=[4,2]<=[8]}
    %c = stablehlo.custom_call @Sharding(%h) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<8x32xf32>) -> tensor<8x32xf32>
    return %c : tensor<8x32xf32>
  }
}
