// RUN: %partita run %s --random 1 --verify
// RUN: %partita run %s --random 1 --verify --ids replica
// RUN: %partita run %s --random 1 --outputs %t.npz
// RUN: %partita partition %s | FileCheck %s
// RUN: %partita partition %s --ids replica | FileCheck %s --check-prefix=REPLICA
// RUN: %partita partition %s --to hlo -o %t.hlo && %partita run %t.hlo --random 1 --expect %t.npz
// RUN: %partita partition %s --ids replica -o %t.mlir && %partita run %t.mlir --random 1 --expect %t.npz
//
// A program for 2 replicas of 4 partitions is divided among the partitions: what we insert stays within a replica, what
// the program says between replicas stays so.
//
// CHECK: mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 2 : i32
// CHECK-DAG: replica_groups = dense<{{\[\[}}0, 1, 2, 3], [4, 5, 6, 7]]>
// CHECK-DAG: replica_groups = dense<{{\[\[}}0, 1]]>
// CHECK-DAG: source_target_pairs = dense<{{\[\[}}0, 1], [1, 0]]>
// REPLICA: mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 8 : i32
// REPLICA-DAG: replica_groups = dense<{{\[\[}}0, 1, 2, 3], [4, 5, 6, 7]]>
// REPLICA-DAG: replica_groups = dense<{{\[\[}}0, 4], [1, 5], [2, 6], [3, 7]]>
// REPLICA-DAG: source_target_pairs = dense<{{\[\[}}0, 4], [1, 5], [2, 6], [3, 7], [4, 0], [5, 1], [6, 2], [7, 3]]>
module @replicas attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 2 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                  %b: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                  %c: tensor<10x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
      -> (tensor<8x6xf32>, tensor<10x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
          tensor<10x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
    %id = stablehlo.replica_id : tensor<ui32>
    %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
    %scale = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %mine = stablehlo.add %a, %scale : tensor<8x16xf32>
    %product = stablehlo.dot_general %mine, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x6xf32>) -> tensor<8x6xf32>
    %sum = "stablehlo.all_reduce"(%product) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x6xf32>) -> tensor<8x6xf32>
    %scale_c = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<10x8xf32>
    %mine_c = stablehlo.add %c, %scale_c : tensor<10x8xf32>
    %moved = "stablehlo.collective_permute"(%mine_c) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<10x8xf32>) -> tensor<10x8xf32>
    %back = stablehlo.reverse %moved, dims = [0] : tensor<10x8xf32>
    %turned = stablehlo.negate %mine_c : tensor<10x8xf32>
    return %sum, %back, %turned : tensor<8x6xf32>, tensor<10x8xf32>, tensor<10x8xf32>
  }
}
