// RUN: %partita convert --to stablehlo %s | FileCheck %s
// RUN: %partita run --random 1 --verify %s
// Meshes written into shardings are declared once, under the name of a declaration that says the same.
// CHECK: sdy.mesh @mesh = <["c"=2, "d"=2]>
// CHECK: sdy.mesh @mesh_0 = <["a"=2, "b"=2]>
sdy.mesh @mesh = <["c"=2, "d"=2]>
// CHECK: %x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh_0, [{"a"}, {"b"}]>}
// CHECK-SAME: -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh_0, [{"b"}, {}]>})
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2]>, [{"a"}, {"b"}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2]>, [{"b"}, {}]>}) {
  // CHECK: sdy.sharding_constraint %x <@mesh_0, [{}, {"a"}]>
  %0 = sdy.sharding_constraint %x <mesh<["a"=2, "b"=2]>, [{}, {"a"}]> : tensor<8x8xf32>
  // CHECK: sdy.sharding = #sdy.sharding_per_value<[<@mesh_0, [{"a"}, {}]>]>
  %1 = stablehlo.add %0, %x {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2, "b"=2]>, [{"a"}, {}]>]>} : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
