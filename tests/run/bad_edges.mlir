// RUN: %exits 1 %partita run %s --random 1 2>&1 | FileCheck %s
// RUN: %exits 1 %partita run %s --random 1 --local %t.none 2>&1 | FileCheck %s --check-prefix=USAGE
// RUN: %exits 1 %partita run %s --local %t.none 2>&1 | FileCheck %s --check-prefix=FILES
// RUN: %exits 1 %partita run %s --random 1 --deadline 0 2>&1 | FileCheck %s --check-prefix=DEADLINE
// What a program says of its edges has to fit its types.
// CHECK: bad_edges.mlir: error: argument 0 has a global type or sharding that does not fit: {{.*}} into shards of another shape than tensor<2xf32> [P309]
// USAGE: error: --random excludes --local [P500]
// FILES: error: the program runs on 4 devices, but there is no {{.*}}none/device0.npz [P404]
// DEADLINE: error: --deadline: {{.*}} [P500]
module @bad attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<2xf32> {mhlo.frontend_attributes = {partita.global = "tensor<9xf32>", partita.sharding = "<mesh<[\"x\"=4]>, [{\"x\"}]>"}}) -> tensor<2xf32> {
    return %a : tensor<2xf32>
  }
}
