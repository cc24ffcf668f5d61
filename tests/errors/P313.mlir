// RUN: split-file %s %t
// RUN: %partita propagate %t/contradict.mlir 2>&1 | FileCheck %t/contradict.mlir
// RUN: %exits 1 %partita propagate %t/shapes.mlir 2>&1 | FileCheck %t/shapes.mlir
// RUN: %partita propagate --devices 2 %t/tiles.hlo 2>&1 | FileCheck %t/tiles.hlo
// Values of one group have one shape and get one sharding; a hint that contradicts the others is warned of.
//--- contradict.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  // CHECK: [[@LINE+2]]:{{[0-9]+}}: warning: values of one sharding group get one sharding, but hints ask for [x, -] and [-, x]; this one stays out of the group [P313]
  // CHECK: note: another value of the group is here
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x4xf32>
  sdy.sharding_group %x group_id=0 : tensor<8x4xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- shapes.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8x4xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %x group_id=3 : tensor<8x4xf32>
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: values of one sharding group have one shape; here are tensor<8x4xf32> and tensor<8xf32> [P313]
  sdy.sharding_group %y group_id=3 : tensor<8xf32>
  return %y : tensor<8xf32>
}
//--- tiles.hlo
HloModule m
ENTRY %main {
  %p = f32[8,4] parameter(0), sharding={devices=[2,1]<=[2] shard_as 1}
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: values of one sharding group get one sharding, but hints ask for [a, -] and [-, a]; this one stays out of the group [P313]
  ROOT %c = f32[8,4] copy(%p), sharding={devices=[1,2]<=[2] shard_as 1}
}
