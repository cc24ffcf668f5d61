// Gathers come late, but before the work they can overlap with; what frees memory is not held up by what takes it.
// RUN: %partita convert --passes schedule --verify-passes %s | FileCheck %s

// Both weights are gathered at the start; the second waits until the first is used up, one product before its own.
// CHECK-LABEL: @late
// CHECK: "stablehlo.all_gather"(%v)
// CHECK: %[[H:.*]] = stablehlo.dot_general %x
// CHECK: stablehlo.tanh %[[H]]
// CHECK: stablehlo.sine
// CHECK: "stablehlo.all_gather"(%w)
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.dot_general
module @late attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<8x64xf32>, %v: tensor<32x64xf32>, %w: tensor<32x64xf32>, %u: tensor<64x64xf32>) -> tensor<8x64xf32> {
    %g = "stablehlo.all_gather"(%v) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<32x64xf32>) -> tensor<64x64xf32>
    %k = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<32x64xf32>) -> tensor<64x64xf32>
    %h = stablehlo.dot_general %x, %g, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    %t = stablehlo.tanh %h : tensor<8x64xf32>
    %s = stablehlo.sine %t : tensor<8x64xf32>
    %p = stablehlo.dot_general %s, %u, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    %y = stablehlo.dot_general %p, %k, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    return %y : tensor<8x64xf32>
  }
}

// -----
// What waits must not keep more alive than it takes: the narrow form is made early.
// CHECK-LABEL: @narrow
// CHECK: %[[N:.*]] = stablehlo.convert %{{.*}} : (tensor<64x64xf32>) -> tensor<64x64xbf16>
// CHECK: stablehlo.cosine
// CHECK: stablehlo.cosine
module @narrow attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xbf16>) {
    %a = stablehlo.sine %x : tensor<64x64xf32>
    %n = stablehlo.convert %a : (tensor<64x64xf32>) -> tensor<64x64xbf16>
    %b = stablehlo.cosine %x : tensor<64x64xf32>
    %c = stablehlo.cosine %b : tensor<64x64xf32>
    %m = stablehlo.add %n, %n : tensor<64x64xbf16>
    return %c, %m : tensor<64x64xf32>, tensor<64x64xbf16>
  }
}

// -----
// Effects keep their order, and nothing passes them.
// CHECK-LABEL: @effects
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.rng
// CHECK: stablehlo.rng
// CHECK: stablehlo.tanh
module @effects attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%x: tensor<f32>) -> (tensor<64xf32>, tensor<64xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %shape = stablehlo.constant dense<64> : tensor<1xi64>
    %b = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %r = stablehlo.rng %zero, %one, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<64xf32>
    %s = stablehlo.rng %zero, %one, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<64xf32>
    %t = stablehlo.tanh %b : tensor<64xf32>
    %u = stablehlo.add %r, %t : tensor<64xf32>
    return %u, %s : tensor<64xf32>, tensor<64xf32>
  }
}

// -----
// A stack that a loop carries is written in place, one update after the other. So it makes no room to gather before the
// product, whose operand takes as much as anything here.
// CHECK-LABEL: @stack
// CHECK: do {
// CHECK: stablehlo.tanh
// CHECK: stablehlo.dot_general
// CHECK: "stablehlo.all_gather"(%w)
// CHECK: stablehlo.dot_general
module @stack attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<64x64xf32>, %v: tensor<64x16xf32>, %w: tensor<8x64xf32>, %e: tensor<1x256xf32>, %s: tensor<64x256xf32>) -> tensor<64x256xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.constant dense<3> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %a = %s) : tensor<i32>, tensor<64x256xf32>
     cond {
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %u1 = stablehlo.dynamic_update_slice %a, %e, %i, %zero : (tensor<64x256xf32>, tensor<1x256xf32>, tensor<i32>, tensor<i32>) -> tensor<64x256xf32>
      %t = stablehlo.tanh %x : tensor<64x64xf32>
      %h = stablehlo.dot_general %t, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
      %g = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<8x64xf32>) -> tensor<16x64xf32>
      %y = stablehlo.dot_general %g, %h, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x16xf32>) -> tensor<16x16xf32>
      %f = stablehlo.reshape %y : (tensor<16x16xf32>) -> tensor<1x256xf32>
      %u2 = stablehlo.dynamic_update_slice %u1, %f, %zero, %zero : (tensor<64x256xf32>, tensor<1x256xf32>, tensor<i32>, tensor<i32>) -> tensor<64x256xf32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %u2 : tensor<i32>, tensor<64x256xf32>
    }
    return %r#1 : tensor<64x256xf32>
  }
}

// -----
// The gather may make it as high as the highest, and not higher: 16 KiB of %t, 2 KiB of %h and 2 KiB of %g before the
// first product are what %y, of 256 bytes, and %z take together, and 256 bytes more than a smaller %z does. What is
// computed in place takes no more, and what nobody uses is gone. With room enough it still waits for its operand.
// CHECK-LABEL: @as_high
// CHECK: "stablehlo.all_gather"(%w)
// CHECK-NEXT: stablehlo.dot_general %t, %v
// CHECK-LABEL: @higher
// CHECK: stablehlo.dot_general %t, %v
// CHECK-NEXT: "stablehlo.all_gather"(%w)
// CHECK-LABEL: @waits
// CHECK: stablehlo.dot_general %t, %v
// CHECK-NEXT: %[[N:.*]] = stablehlo.negate %w
// CHECK-NEXT: "stablehlo.all_gather"(%[[N]])
module @as_high attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<64x64xf32>, %v: tensor<64x8xf32>, %w: tensor<4x64xf32>, %u: tensor<79x64xf32>) -> (tensor<8x8xf32>, tensor<79x64xf32>) {
    %t = stablehlo.tanh %x : tensor<64x64xf32>
    %h = stablehlo.dot_general %t, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    %g = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x64xf32>) -> tensor<8x64xf32>
    %y = stablehlo.dot_general %g, %h, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
    %z = stablehlo.tanh %u : tensor<79x64xf32>
    return %y, %z : tensor<8x8xf32>, tensor<79x64xf32>
  }
}

// -----
module @higher attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<64x64xf32>, %v: tensor<64x8xf32>, %w: tensor<4x64xf32>, %u: tensor<78x64xf32>) -> (tensor<8x8xf32>, tensor<78x64xf32>) {
    %t = stablehlo.tanh %x : tensor<64x64xf32>
    %h = stablehlo.dot_general %t, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    %g = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x64xf32>) -> tensor<8x64xf32>
    %y = stablehlo.dot_general %g, %h, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
    %unused = stablehlo.cosine %u : tensor<78x64xf32>
    %s = stablehlo.sine %u : tensor<78x64xf32>
    %z = stablehlo.tanh %s : tensor<78x64xf32>
    return %y, %z : tensor<8x8xf32>, tensor<78x64xf32>
  }
}

// -----
module @waits attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<64x64xf32>, %v: tensor<64x8xf32>, %w: tensor<4x64xf32>, %u: tensor<160x64xf32>) -> (tensor<8x8xf32>, tensor<160x64xf32>) {
    %t = stablehlo.tanh %x : tensor<64x64xf32>
    %h = stablehlo.dot_general %t, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    %n = stablehlo.negate %w : tensor<4x64xf32>
    %g = "stablehlo.all_gather"(%n) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x64xf32>) -> tensor<8x64xf32>
    %y = stablehlo.dot_general %g, %h, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
    %unused = stablehlo.cosine %u : tensor<160x64xf32>
    %s = stablehlo.sine %u : tensor<160x64xf32>
    %z = stablehlo.tanh %s : tensor<160x64xf32>
    return %y, %z : tensor<8x8xf32>, tensor<160x64xf32>
  }
}

// -----
// A slice that is computed inside what it is reshaped into takes nothing. The reshaped one is as large, and waits: all
// that it keeps alive is the argument.
// CHECK-LABEL: @through
// CHECK: %[[H:.*]] = stablehlo.dot_general %x, %a
// CHECK: stablehlo.dot_general %[[H]], %b
// CHECK: stablehlo.dynamic_slice
// CHECK-NEXT: stablehlo.reshape
// CHECK-NEXT: stablehlo.dot_general
module @through attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%x: tensor<8x64xf32>, %a: tensor<64x512xf32>, %b: tensor<512x64xf32>, %w: tensor<4x64x64xf32>, %i: tensor<i32>) -> tensor<8x64xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %s = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 64, 64] : (tensor<4x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
    %r = stablehlo.reshape %s : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
    %h = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x512xf32>) -> tensor<8x512xf32>
    %k = stablehlo.dot_general %h, %b, contracting_dims = [1] x [0] : (tensor<8x512xf32>, tensor<512x64xf32>) -> tensor<8x64xf32>
    %y = stablehlo.dot_general %k, %r, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    return %y : tensor<8x64xf32>
  }
}

// -----
// What frees memory goes ahead: each large product is summed up before the next one is made.
// CHECK-LABEL: @eager
// CHECK: stablehlo.dot_general %x, %a
// CHECK: stablehlo.reduce
// CHECK: stablehlo.dot_general %x, %b
// CHECK: stablehlo.reduce
// CHECK: stablehlo.dot_general %x, %c
// CHECK: stablehlo.reduce
module @eager attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%x: tensor<64x8xf32>, %a: tensor<8x64xf32>, %b: tensor<8x64xf32>, %c: tensor<8x64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %p = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
    %q = stablehlo.dot_general %x, %b, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
    %r = stablehlo.dot_general %x, %c, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
    %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
    %t = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
    %u = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
    return %s, %t, %u : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
  }
}
