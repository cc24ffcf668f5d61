// Sums over devices that a loop adds up: each device adds its own, and one collective follows the loop.
// RUN: %partita convert --passes sink --verify-passes %s | FileCheck %s

// The first carry starts from what came in, the second from nothing, and is scattered; the third is read in the loop.
// CHECK-LABEL: @accumulate
// CHECK: %[[R:.*]]:4 = stablehlo.while(
// CHECK-SAME: tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
// CHECK: do {
// CHECK: stablehlo.add %a, %{{.*}}
// CHECK: stablehlo.add %{{.*}}, %b
// CHECK: "stablehlo.all_reduce"
// CHECK-NOT: "stablehlo.reduce_scatter"
// CHECK: stablehlo.return
// CHECK: %[[S:.*]] = "stablehlo.all_reduce"(%[[R]]#1)
// CHECK: %[[T:.*]] = stablehlo.add %x, %[[S]]
// CHECK: %[[U:.*]] = "stablehlo.reduce_scatter"(%[[R]]#2)
// CHECK: return %[[T]], %[[U]], %[[R]]#3
module @accumulate attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<2x4xf32>, tensor<4x4xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %z = stablehlo.constant dense<0.0> : tensor<2x4xf32>
    %r:4 = stablehlo.while(%i = %zero, %a = %x, %b = %z, %c = %x) : tensor<i32>, tensor<4x4xf32>, tensor<2x4xf32>, tensor<4x4xf32>
     cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %k = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
      %kk = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %p = stablehlo.multiply %w, %kk : tensor<4x4xf32>
      %s = "stablehlo.all_reduce"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
        ^bb0(%l: tensor<f32>, %m: tensor<f32>):
          %o = stablehlo.add %l, %m : tensor<f32>
          stablehlo.return %o : tensor<f32>
      }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %a2 = stablehlo.add %a, %s : tensor<4x4xf32>
      %q = stablehlo.subtract %w, %kk : tensor<4x4xf32>
      %t = "stablehlo.reduce_scatter"(%q) <{scatter_dimension = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
        ^bb0(%l: tensor<f32>, %m: tensor<f32>):
          %o = stablehlo.add %l, %m : tensor<f32>
          stablehlo.return %o : tensor<f32>
      }) : (tensor<4x4xf32>) -> tensor<2x4xf32>
      %b2 = stablehlo.add %t, %b : tensor<2x4xf32>
      %y = stablehlo.sine %c : tensor<4x4xf32>
      %u = "stablehlo.all_reduce"(%y) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
        ^bb0(%l: tensor<f32>, %m: tensor<f32>):
          %o = stablehlo.add %l, %m : tensor<f32>
          stablehlo.return %o : tensor<f32>
      }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %c2 = stablehlo.add %c, %u : tensor<4x4xf32>
      stablehlo.return %j, %a2, %b2, %c2 : tensor<i32>, tensor<4x4xf32>, tensor<2x4xf32>, tensor<4x4xf32>
    }
    return %r#1, %r#2, %r#3 : tensor<4x4xf32>, tensor<2x4xf32>, tensor<4x4xf32>
  }
}
