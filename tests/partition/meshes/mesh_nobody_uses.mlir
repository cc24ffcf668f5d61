// RUN: split-file %s %t
// RUN: %partita run %t/unused.mlir --random 1 --verify
// RUN: %partita partition %t/unused.mlir | FileCheck %s
// RUN: %partita run %t/none.mlir --random 1 --verify --mesh x=4 --shard 'arg0=[{"x"}]'
// RUN: %partita run %t/unused.mlir --random 1 --verify --mesh x=4 2>&1 | FileCheck %s --check-prefix=OTHER
// A mesh that no sharding and no collective names does not matter, whatever its devices.
// CHECK: mhlo.num_partitions = 2
// Another mesh takes the place of the one that is used.
// OTHER: warning: hints of the program name "a", which --mesh "x"=4 does not have: they are left out there

//--- unused.mlir
sdy.mesh @unused = <["z"=8]>
sdy.mesh @far = <["z"=2], device_ids=[8, 9]>
sdy.mesh @pair = <["a"=2]>
func.func @main(%x: tensor<6xf32> {sdy.sharding = #sdy.sharding<@pair, [{"a"}]>}) -> tensor<6xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<6xf32>
  return %0 : tensor<6xf32>
}

//--- none.mlir
sdy.mesh @unused = <["z"=8]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
