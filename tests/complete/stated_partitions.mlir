// --mesh takes the place of a number of partitions as well, and says so.
// RUN: %partita propagate --mesh x=8 --shard 'arg0=x,-' %s 2>&1 | FileCheck %s
// RUN: %partita propagate --mesh x=2,y=2 --shard 'arg0=x,-' %s 2>&1 | FileCheck %s --check-prefix=SAME
// CHECK: stated_partitions.mlir: warning: the program is stated to be for 4 partitions; --mesh x=8 has 8 devices, which counts [P500]
// CHECK: module attributes {mhlo.num_partitions = 8 : i32}
// SAME-NOT: warning
// SAME: module attributes {mhlo.num_partitions = 4 : i32}
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = stablehlo.tanh %x : tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
