// RUN: split-file %s %t
// RUN: %exits 1 %partita convert --to hlo %t/argument.mlir 2>&1 | FileCheck %t/argument.mlir
// RUN: %exits 1 %partita convert --to hlo %t/op.mlir 2>&1 | FileCheck %t/op.mlir
// RUN: %exits 1 %partita convert --to hlo %t/constraint.mlir 2>&1 | FileCheck %t/constraint.mlir
// RUN: %exits 1 %partita convert --annotations sdy %t/tiles.mlir 2>&1 | FileCheck %t/tiles.mlir
// A sharding of one dimension on a matrix, in every place that can have one.
//--- argument.mlir
sdy.mesh @mesh = <["x"=4]>
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: the sharding has 1 dimensions, the tensor 2: write one {} per dimension [P305]
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}
//--- op.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: the sharding has 1 dimensions, the tensor 2: write one {} per dimension [P305]
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- constraint.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%v: tensor<8xf32>, %x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.sharding_constraint %v <@mesh, [{"x"}]> : tensor<8xf32>
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: the sharding has 1 dimensions, the tensor 2: write one {} per dimension [P305]
  %1 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
//--- tiles.mlir
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: {devices=[4]<=[4]} tiles 1 dimensions, the tensor has 2 [P305]
func.func @main(%x: tensor<8x4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}
