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

// -----
// Several sums among the same devices are one; nothing is added to zeros, however they are spelled. Sums among others
// stay where they are, and so does what a loop of one round adds.
// CHECK-LABEL: @several
// CHECK: %[[R:.*]]:3 = stablehlo.while(
// CHECK: do {
// CHECK-COUNT-2: "stablehlo.all_reduce"
// CHECK-NOT: "stablehlo.all_reduce"
// CHECK: stablehlo.return
// CHECK: %[[S:.*]] = "stablehlo.all_reduce"(%[[R]]#1)
// CHECK: %[[Q:.*]]:2 = stablehlo.while(
// CHECK: "stablehlo.all_reduce"
// CHECK: return %[[S]], %[[R]]#2, %[[Q]]#1
module @several attributes {mhlo.num_partitions = 4 : i32} {
  func.func public @main(%x: tensor<4xf32>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %b0 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %a0 = stablehlo.reshape %b0 : (tensor<2x2xf32>) -> tensor<4xf32>
    %r:3 = stablehlo.while(%i = %zero, %a = %a0, %c = %x) : tensor<i32>, tensor<4xf32>, tensor<4xf32>
     cond {
      %n = stablehlo.constant dense<2> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %s1 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
        ^bb0(%l: tensor<f32>, %m: tensor<f32>):
          %o = stablehlo.add %l, %m : tensor<f32>
          stablehlo.return %o : tensor<f32>
      }) : (tensor<4xf32>) -> tensor<4xf32>
      %s2 = "stablehlo.all_reduce"(%w) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
        ^bb0(%l: tensor<f32>, %m: tensor<f32>):
          %o = stablehlo.add %l, %m : tensor<f32>
          stablehlo.return %o : tensor<f32>
      }) : (tensor<4xf32>) -> tensor<4xf32>
      %a1 = stablehlo.add %a, %s1 : tensor<4xf32>
      %a2 = stablehlo.add %s2, %a1 : tensor<4xf32>
      %t1 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
        ^bb0(%l: tensor<f32>, %m: tensor<f32>):
          %o = stablehlo.add %l, %m : tensor<f32>
          stablehlo.return %o : tensor<f32>
      }) : (tensor<4xf32>) -> tensor<4xf32>
      %t2 = "stablehlo.all_reduce"(%w) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
        ^bb0(%l: tensor<f32>, %m: tensor<f32>):
          %o = stablehlo.add %l, %m : tensor<f32>
          stablehlo.return %o : tensor<f32>
      }) : (tensor<4xf32>) -> tensor<4xf32>
      %c1 = stablehlo.add %c, %t1 : tensor<4xf32>
      %c2 = stablehlo.add %c1, %t2 : tensor<4xf32>
      stablehlo.return %j, %a2, %c2 : tensor<i32>, tensor<4xf32>, tensor<4xf32>
    }
    %q:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
     cond {
      %n = stablehlo.constant dense<1> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %s = "stablehlo.all_reduce"(%w) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
        ^bb0(%l: tensor<f32>, %m: tensor<f32>):
          %o = stablehlo.add %l, %m : tensor<f32>
          stablehlo.return %o : tensor<f32>
      }) : (tensor<4xf32>) -> tensor<4xf32>
      %b = stablehlo.add %a, %s : tensor<4xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<4xf32>
    }
    return %r#1, %r#2, %q#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}

// -----
// The full sums take 600 KiB more than their shards. One fits the limit of 1 MiB, two do not.
// CHECK-LABEL: @memory
// CHECK: %[[R:.*]]:3 = stablehlo.while({{.*}} : tensor<i32>, tensor<640x480xf32>, tensor<320x480xf32>
// CHECK: do {
// CHECK: "stablehlo.reduce_scatter"
// CHECK-NOT: "stablehlo.reduce_scatter"
// CHECK: stablehlo.return
// CHECK: "stablehlo.reduce_scatter"(%[[R]]#1)
// CHECK-NOT: "stablehlo.reduce_scatter"
module @memory attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<480xf32>) -> (tensor<320x480xf32>, tensor<320x480xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %c0 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<320x480xf32>
    %r:3 = stablehlo.while(%i = %zero, %a = %c0, %c = %c0) : tensor<i32>, tensor<320x480xf32>, tensor<320x480xf32>
     cond {
      %n = stablehlo.constant dense<2> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %p = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<480xf32>) -> tensor<640x480xf32>
      %s = "stablehlo.reduce_scatter"(%p) <{scatter_dimension = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
        ^bb0(%l: tensor<f32>, %m: tensor<f32>):
          %o = stablehlo.add %l, %m : tensor<f32>
          stablehlo.return %o : tensor<f32>
      }) : (tensor<640x480xf32>) -> tensor<320x480xf32>
      %b = stablehlo.add %a, %s : tensor<320x480xf32>
      %q = stablehlo.negate %p : tensor<640x480xf32>
      %t = "stablehlo.reduce_scatter"(%q) <{scatter_dimension = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
        ^bb0(%l: tensor<f32>, %m: tensor<f32>):
          %o = stablehlo.add %l, %m : tensor<f32>
          stablehlo.return %o : tensor<f32>
      }) : (tensor<640x480xf32>) -> tensor<320x480xf32>
      %d = stablehlo.add %c, %t : tensor<320x480xf32>
      stablehlo.return %j, %b, %d : tensor<i32>, tensor<320x480xf32>, tensor<320x480xf32>
    }
    return %r#1, %r#2 : tensor<320x480xf32>, tensor<320x480xf32>
  }
}

// -----
// What only repeats a few numbers is made in the loop that reads it, also where the loop carries it; not what something
// other than elementwise ops reads there, nor what has as many numbers itself.
// CHECK-LABEL: @repeated
// CHECK: %init = stablehlo.broadcast_in_dim %s
// CHECK: %rows = stablehlo.broadcast_in_dim %v
// CHECK: do {
// CHECK: %[[A:.*]] = stablehlo.broadcast_in_dim %s, dims = []
// CHECK: stablehlo.maximum %a, %[[A]]
// CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %s, dims = []
// CHECK: stablehlo.add %{{.*}}, %[[B]]
// CHECK: stablehlo.multiply %{{.*}}, %rows
// CHECK: stablehlo.concatenate %init, %
module @repeated {
  func.func public @main(%x: tensor<8x16xf32>, %s: tensor<f32>, %v: tensor<8x1xf32>) -> (tensor<8x16xf32>, tensor<16x16xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %once = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %carried = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %init = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %wide = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %rows = stablehlo.broadcast_in_dim %v, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %r:4 = stablehlo.while(%i = %zero, %a = %x, %w = %carried, %y = %wide) : tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<16x16xf32>
     cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %b = stablehlo.maximum %a, %once : tensor<8x16xf32>
      %c = stablehlo.add %b, %w : tensor<8x16xf32>
      %d = stablehlo.multiply %c, %rows : tensor<8x16xf32>
      %z = stablehlo.concatenate %init, %d, dim = 0 : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
      stablehlo.return %j, %d, %w, %z : tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<16x16xf32>
    }
    return %r#1, %r#3 : tensor<8x16xf32>, tensor<16x16xf32>
  }
}
