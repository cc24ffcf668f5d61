// RUN: %partita convert %s --to hlo | FileCheck %s
// RUN: %partita convert %s --to hlo -o %t.hlo
// RUN: %partita convert %t.hlo --to hlo | diff %t.hlo -

// CHECK: HloModule collectives, {{.*}}replica_count=2, num_partitions=4
module @collectives attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 2 : i32} {
  func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
    // CHECK: %all-reduce.0 = f32[8,4] all-reduce(%x), channel_id=1, replica_groups={{[{][{]0,1[}],[{]2,3[}][}]}}, use_global_device_ids=true, to_apply=%add_f32
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    // CHECK-NEXT: %all-gather.1 = f32[8,8] all-gather(%all-reduce.0), replica_groups={{[{][{]0,1[}][}]}}, dimensions={1}
    %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x8xf32>
    // CHECK-NEXT: %collective-permute.2 = f32[8,8] collective-permute(%all-gather.1), channel_id=2, source_target_pairs={{[{][{]0,1[}],[{]1,0[}][}]}}
    %2 = "stablehlo.collective_permute"(%1) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    // An exchange between two dimensions: split, exchange, move, join.
    // CHECK-NEXT: %[[A:.*]] = f32[2,4,8] reshape(%collective-permute.2)
    // CHECK-NEXT: %[[B:.*]] = f32[2,4,8] all-to-all(%[[A]]), replica_groups={{[{][{]0,1[}][}]}}, dimensions={0}
    // CHECK-NEXT: %[[C:.*]] = f32[4,2,8] transpose(%[[B]]), dimensions={1,0,2}
    // CHECK-NEXT: %reshape.3 = f32[4,16] reshape(%[[C]])
    %3 = "stablehlo.all_to_all"(%2) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x8xf32>) -> tensor<4x16xf32>
    // CHECK-NEXT: %reshape.4 = f32[8,8] reshape(%reshape.3)
    %4 = stablehlo.reshape %3 : (tensor<4x16xf32>) -> tensor<8x8xf32>
    // CHECK-NEXT: ROOT %reduce-scatter.5 = f32[8,4] reduce-scatter(%reshape.4), replica_groups={{[{][{]0,1[}][}]}}, dimensions={1}, to_apply=%add_f32
    %5 = "stablehlo.reduce_scatter"(%4) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x8xf32>) -> tensor<8x4xf32>
    return %5 : tensor<8x4xf32>
  }
}
