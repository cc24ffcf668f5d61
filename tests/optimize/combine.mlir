// Small collectives of the same kind, groups, reducer and element type become one with several operands.
// RUN: %partita convert --passes combine,channels --verify-passes %s | FileCheck %s
// RUN: %partita convert --passes combine --to hlo %s | FileCheck --check-prefix=HLO %s
// RUN: %partita convert --passes combine --to hlo %s | %partita check -

// CHECK-LABEL: @sums
// CHECK: %a, %[[B:.*]], %c = "stablehlo.all_reduce"(%x, %t, %y) {{.*}}handle = 1
// CHECK: "stablehlo.all_reduce"(%x) {{.*}}handle = 2
// CHECK: stablehlo.maximum
// CHECK: stablehlo.sine %[[B]]
// The next needs that sine: it is no longer independent.
// CHECK: "stablehlo.all_reduce"(%{{.*}}) {{.*}}handle = 3
// HLO: (f32[4], f32[8], f32[4]) all-reduce(
module @sums attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %w: tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>, tensor<4xf32>, tensor<4xf32>) {
    %a = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %t = stablehlo.tanh %w : tensor<8xf32>
    %b = "stablehlo.all_reduce"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    %c = "stablehlo.all_reduce"(%y) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %d = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.maximum %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %s = stablehlo.sine %b : tensor<8xf32>
    %e = "stablehlo.all_reduce"(%s) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    return %a, %e, %c, %d : tensor<4xf32>, tensor<8xf32>, tensor<4xf32>, tensor<4xf32>
  }
}

// -----
// Gathers along one dimension; not past a barrier, and not those that are large.
// CHECK-LABEL: @gathers
// CHECK: "stablehlo.all_gather"(%z)
// CHECK: %a, %b = "stablehlo.all_gather"(%x, %y)
// CHECK: stablehlo.optimization_barrier
// CHECK: "stablehlo.all_gather"(%y) {{.*}}all_gather_dim = 1
// CHECK: "stablehlo.all_gather"(%x)
// HLO: (f32[4,4], f32[8,4]) all-gather(
module @gathers attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<2x4xf32>, %y: tensor<4x4xf32>, %z: tensor<256x520xf32>) -> (tensor<4x4xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<512x520xf32>, tensor<4x4xf32>) {
    %a = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
    %d = "stablehlo.all_gather"(%z) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<256x520xf32>) -> tensor<512x520xf32>
    %b = "stablehlo.all_gather"(%y) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<8x4xf32>
    %k = stablehlo.optimization_barrier %x : tensor<2x4xf32>
    %c = "stablehlo.all_gather"(%y) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
    %e = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
    return %a, %b, %c, %d, %e : tensor<4x4xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<512x520xf32>, tensor<4x4xf32>
  }
}

// -----
// Of 400 KiB each, two fit the limit of 1 MiB. What comes then is combined anew.
// CHECK-LABEL: @up_to_the_limit
// CHECK: %a, %b = "stablehlo.all_gather"(%x, %y)
// CHECK: %c, %d = "stablehlo.all_gather"(%z, %x)
// CHECK-NOT: "stablehlo.all_gather"
// HLO: (f32[400,256], f32[400,256]) all-gather(
// HLO: (f32[400,256], f32[400,256]) all-gather(
module @up_to_the_limit attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<200x256xf32>, %y: tensor<200x256xf32>, %z: tensor<200x256xf32>) -> (tensor<400x256xf32>, tensor<400x256xf32>, tensor<400x256xf32>, tensor<400x256xf32>) {
    %a = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<200x256xf32>) -> tensor<400x256xf32>
    %b = "stablehlo.all_gather"(%y) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<200x256xf32>) -> tensor<400x256xf32>
    %c = "stablehlo.all_gather"(%z) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<200x256xf32>) -> tensor<400x256xf32>
    %d = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<200x256xf32>) -> tensor<400x256xf32>
    return %a, %b, %c, %d : tensor<400x256xf32>, tensor<400x256xf32>, tensor<400x256xf32>, tensor<400x256xf32>
  }
}
