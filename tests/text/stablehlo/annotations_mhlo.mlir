// RUN: %partita convert %s --annotations mhlo | FileCheck %s
// RUN: %partita convert %s --annotations mhlo | %partita convert - --annotations sdy | FileCheck %s --check-prefix=BACK
// Axes by name become tile assignments; the way back names the axes of the coarsest mesh that has them all.
module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  // CHECK: func.func public @main(%a: tensor<8x6xf32> {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"}) -> (tensor<8x6xf32> {mhlo.sharding = "{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dim_replicate}"})
  // BACK: sdy.mesh @mesh = <["a"=4, "b"=2]>
  // BACK: @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>})
  func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
    // CHECK: %0 = stablehlo.custom_call @Sharding(%a) {{.*}}mhlo.sharding = "{devices=[4,2]<=[8]}"
    // BACK: %0 = sdy.sharding_constraint %a <@mesh, [{"a"}, {"b"}]>
    %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {"y"}]> : tensor<8x6xf32>
    return %0 : tensor<8x6xf32>
  }
}
