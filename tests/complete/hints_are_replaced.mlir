// RUN: split-file %s %t
// RUN: %partita propagate %t/dictionaries.mlir | FileCheck %s --check-prefix=DICTS
// RUN: %partita propagate --annotations mhlo %t/other_spelling.mlir | FileCheck %s --check-prefix=TILES --implicit-check-not=sdy.
// RUN: %partita propagate %t/tokens.mlir | FileCheck %s --check-prefix=TOKENS
// RUN: %partita propagate %t/lists.hlo | FileCheck %s --check-prefix=LISTS
// RUN: %partita propagate --mesh x=2 --shard 'arg0=[{"x"}]' %t/taken_name.mlir | FileCheck %s --check-prefix=NAME
// RUN: %partita propagate %t/constant.mlir | FileCheck %s --check-prefix=CONSTANT
// What completion writes takes the place of every spelling the hints had; what else stood beside them stays.

//--- dictionaries.mlir
module @m attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\\\22x\\\22=2]>}"}} {
// DICTS: func.func public @main(%a: tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %t: !stablehlo.token {jax.buffer_donor = true})
// DICTS-SAME: -> (tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, !stablehlo.token {jax.result_info = "t"})
func.func @main(%a: tensor<8xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22x\22}]>"}},
                %t: !stablehlo.token {jax.buffer_donor = true, mhlo.sharding = "{replicated}"})
    -> (tensor<8xf32>, !stablehlo.token {jax.result_info = "t", mhlo.sharding = "{replicated}"}) {
  // DICTS: %0 = stablehlo.negate %a {mhlo.frontend_attributes = {kept = "1"}, mhlo.sharding = "{devices=[2]<=[2]}"} : tensor<8xf32>
  %0 = stablehlo.negate %a {mhlo.frontend_attributes = {kept = "1", xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}]>]>"}} : tensor<8xf32>
  return %0, %t : tensor<8xf32>, !stablehlo.token
}}

//--- other_spelling.mlir
sdy.mesh @mesh = <["x"=2]>
// TILES: func.func public @main(%a: tensor<4xf32> {jax.arg_info = "a", mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"})
func.func @main(%a: tensor<4xf32> {jax.arg_info = "a", sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // TILES: %0 = stablehlo.negate %a {mhlo.sharding = "{devices=[2]<=[2]}"} : tensor<4xf32>
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- tokens.mlir
// A token has no sharding by axes; beside one a tensor has its own as tiles.
sdy.mesh @mesh = <["x"=2]>
// TOKENS: func.func public @main(%t: !stablehlo.token) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, !stablehlo.token)
func.func @main(%t: !stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<8xf32>, !stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  // TOKENS: %in:2 = "stablehlo.infeed"(%t) <{infeed_config = ""}> {mhlo.sharding = "{{[{][{]}}devices=[2]<=[2]}, {replicated}}"} :
  %in:2 = "stablehlo.infeed"(%t) {infeed_config = "", sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, []>]>} : (!stablehlo.token) -> (tensor<8xf32>, !stablehlo.token)
  return %in#0, %in#1 : tensor<8xf32>, !stablehlo.token
}

//--- lists.hlo
// The lists for all arguments and results are spelled out at each of them.
// LISTS: frontend_attributes={kept="1",xla.sdy.meshes="{mesh = #sdy.mesh<[\"x\"=2, \"y\"=2]>}"}{{$}}
HloModule m, frontend_attributes={kept="1",xla.sdy.meshes={mesh = #sdy.mesh<["x"=2, "y"=2]>},xla.sdy.tuple_args_shardings="#sdy.sharding_per_value<[<@mesh, [{\"x\"}]>]>",xla.sdy.tuple_results_shardings="#sdy.sharding_per_value<[<@mesh, [{\"y\"}]>]>"}
ENTRY %main {
  // LISTS: %p = f32[8] parameter(0), sharding={devices=[2,2]<=[4] last_tile_dim_replicate}
  %p = f32[8] parameter(0)
  // LISTS: ROOT %z = f32[8] copy(%p), sharding={devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}
  ROOT %z = f32[8] copy(%p)
}

//--- taken_name.mlir
// A mesh that the program does not declare gets a name that no function has.
// NAME: sdy.mesh @mesh_0 = <["x"=2]>
// NAME: func.func public @mesh(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh_0, [{"x"}]>})
func.func @mesh(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

//--- constant.mlir
// A constant wanted in two shardings becomes two, of which the first keeps the name.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // CONSTANT: %two = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
  // CONSTANT-NEXT: %[[COPY:[0-9]+]] = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>}
  %two = stablehlo.constant dense<2.0> : tensor<4x4xf32>
  // CONSTANT: stablehlo.multiply %a, %two
  %0 = stablehlo.multiply %a, %two : tensor<4x4xf32>
  // CONSTANT: stablehlo.multiply %b, %[[COPY]]
  %1 = stablehlo.multiply %b, %two : tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}
