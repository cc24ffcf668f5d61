// On a machine that is known, a long collective starts as many products before its use as it takes to hide it.
// RUN: %partita convert --passes schedule --hardware %S/Inputs/slow_links.json --verify-passes %s | FileCheck %s
// Where links are fast, one product is enough.
// RUN: %partita convert --passes schedule --hardware h100 %s | FileCheck %s --check-prefix=FAST

// The gather takes 61.44 us, each product 32.768 us: two of them hide it, and the first one need not.
// CHECK-LABEL: @late
// CHECK: %a = stablehlo.dot_general
// CHECK-NEXT: %g = "stablehlo.all_gather"
// CHECK-NEXT: %b = stablehlo.dot_general
// CHECK-NEXT: %c = stablehlo.dot_general
// CHECK-NEXT: stablehlo.dot_general %c, %g
// FAST-LABEL: @late
// FAST: %b = stablehlo.dot_general
// FAST-NEXT: %g = "stablehlo.all_gather"
// FAST-NEXT: %c = stablehlo.dot_general
module @late attributes {mhlo.num_partitions = 4 : i32} {
  func.func public @main(%x: tensor<4x64xf32>, %w: tensor<16x64xf32>, %v: tensor<64x64xf32>, %big: tensor<256x64xf32>) -> (tensor<4x64xf32>, tensor<256x64xf32>) {
    %a = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
    %b = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
    %c = stablehlo.dot_general %b, %v, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
    %g = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<16x64xf32>) -> tensor<64x64xf32>
    %y = stablehlo.dot_general %c, %g, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
    %t = stablehlo.tanh %big : tensor<256x64xf32>
    %s = stablehlo.sine %t : tensor<256x64xf32>
    return %y, %s : tensor<4x64xf32>, tensor<256x64xf32>
  }
}

// -----
// What two products hide passes another collective, which does not wait for it; what they do not hide stays behind it.
// CHECK-LABEL: @passes
// CHECK: %g = "stablehlo.all_gather"(%w)
// CHECK: %b = stablehlo.dot_general
// CHECK: %s = "stablehlo.all_reduce"(%b)
// CHECK: stablehlo.dot_general %s, %g
// CHECK-LABEL: @stays
// CHECK: %b = stablehlo.dot_general
// CHECK: %s = "stablehlo.all_reduce"(%b)
// CHECK: %g = "stablehlo.all_gather"(%w)
// CHECK: stablehlo.dot_general %s, %g
module @passes attributes {mhlo.num_partitions = 4 : i32} {
  func.func public @main(%x: tensor<4x64xf32>, %w: tensor<16x64xf32>, %v: tensor<64x64xf32>, %big: tensor<256x64xf32>) -> (tensor<4x64xf32>, tensor<256x64xf32>) {
    %a = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
    %b = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
    %s = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %sum = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<4x64xf32>) -> tensor<4x64xf32>
    %g = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<16x64xf32>) -> tensor<64x64xf32>
    %y = stablehlo.dot_general %s, %g, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
    %t = stablehlo.tanh %big : tensor<256x64xf32>
    %u = stablehlo.sine %t : tensor<256x64xf32>
    return %y, %u : tensor<4x64xf32>, tensor<256x64xf32>
  }
}

// -----
module @stays attributes {mhlo.num_partitions = 4 : i32} {
  func.func public @main(%x: tensor<4x64xf32>, %w: tensor<16x64xf32>, %v: tensor<64x64xf32>, %big: tensor<256x64xf32>) -> (tensor<4x64xf32>, tensor<256x64xf32>) {
    %b = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
    %s = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %sum = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<4x64xf32>) -> tensor<4x64xf32>
    %g = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<16x64xf32>) -> tensor<64x64xf32>
    %y = stablehlo.dot_general %s, %g, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
    %t = stablehlo.tanh %big : tensor<256x64xf32>
    %u = stablehlo.sine %t : tensor<256x64xf32>
    return %y, %u : tensor<4x64xf32>, tensor<256x64xf32>
  }
}

// -----
// What it sends is sliced for it alone: the slice goes along.
// CHECK-LABEL: @sliced
// CHECK: %a = stablehlo.dot_general
// CHECK-NEXT: %part = stablehlo.slice
// CHECK-NEXT: %n = stablehlo.negate
// CHECK-NEXT: %g = "stablehlo.all_gather"(%n)
// CHECK-NEXT: %b = stablehlo.dot_general
// CHECK-NEXT: %c = stablehlo.dot_general
module @sliced attributes {mhlo.num_partitions = 4 : i32} {
  func.func public @main(%x: tensor<4x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>, %big: tensor<256x64xf32>) -> (tensor<4x64xf32>, tensor<256x64xf32>) {
    %a = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
    %b = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
    %c = stablehlo.dot_general %b, %v, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
    %part = stablehlo.slice %w [16:32, 0:64] : (tensor<64x64xf32>) -> tensor<16x64xf32>
    %n = stablehlo.negate %part : tensor<16x64xf32>
    %g = "stablehlo.all_gather"(%n) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<16x64xf32>) -> tensor<64x64xf32>
    %y = stablehlo.dot_general %c, %g, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
    %t = stablehlo.tanh %big : tensor<256x64xf32>
    %s = stablehlo.sine %t : tensor<256x64xf32>
    return %y, %s : tensor<4x64xf32>, tensor<256x64xf32>
  }
}
