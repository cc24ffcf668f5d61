// RUN: %exits 1 %partita propagate --mesh x=4,x=2 %s 2>&1 | FileCheck %s --check-prefix=AXES
// RUN: %exits 1 %partita propagate --mesh x=4 --devices 8 %s 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: %exits 1 %partita propagate --mesh x=0 %s 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: %exits 1 %partita propagate --mesh x4 %s 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: %exits 1 %partita propagate --mesh x=4 --shard 'a=[{"y"}]' %s 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: %exits 1 %partita propagate --mesh x=4 --shard 'a=<@m, [{"x"}]>' %s 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: %exits 1 %partita propagate --mesh x=4 --shard 'a=[{"x"}, {}]' %s 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: %exits 1 %partita propagate --mesh x=4 --shard 'a' %s 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: %exits 1 %partita propagate --mesh x=4 --shard 'a=[{"x", "first"}]' --shard 'a=[{"second"}]' %s 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: %partita propagate --mesh x=4 --shard 'a=[{"x"}]' %s | FileCheck %s
// RUN: %partita propagate --mesh x=2,y=2 --shard 'out0=[{"y", "x"}]' %s | FileCheck %s --check-prefix=OUT
// RUN: %partita propagate --devices 4 --shard 'arg0={devices=[2,2]<=[4] last_tile_dim_replicate}' %s | FileCheck %s --check-prefix=TILES
// AXES: error: --mesh 'x=4,x=2': two axes are named "x" [P307]
// COUNT: error: --mesh x=4 has 4 devices, --devices says 8 [P500]
// SIZE: error: --mesh 'x=0': axis "x" has size 0, at least 1 is wanted [P307]
// FORM: {{^}}command line: error: --mesh 'x4': expected {{.*}} [P300]
// AXIS: {{^}}command line: error: --shard '[{"y"}]': the mesh has no axis "y"; its axes are "x", at '"y"}]' [P302]
// MESH: {{^}}command line: error: --shard '<@m, [{"x"}]>': no mesh is named @m; there is @mesh, at '@m, [{"x"}]>' [P301]
// ORDER: the mesh has no axis "first"
// ORDER: the mesh has no axis "second"
// RANK: error: --shard 'a=[{"x"}, {}]': the sharding has 2 dimensions, the tensor 1: write one {} per dimension [P305]
// NAME: error: --shard 'a': expected NAME=[{"axis"}, {}] or NAME=axis,-, a name and one part for each dimension [P500]
// CHECK: sdy.mesh @mesh = <["x"=4]>
// CHECK: func.func public @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
// OUT: func.func public @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}]>})
// TILES: sdy.mesh @mesh = <["a"=4]>
// TILES: %a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}]>}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}
