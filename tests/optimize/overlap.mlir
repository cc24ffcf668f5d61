// Gathers and scattered sums around products become rings, on devices that compute as fast as they send.
// RUN: %partita convert --passes overlap --hardware %S/Inputs/slow_links.json --verify-passes %s | FileCheck %s
// Where links are much faster, or nothing runs beside products, they stay.
// RUN: %partita convert --passes overlap --hardware h100 %s | FileCheck %s --check-prefix=STAYS
// RUN: %partita convert --passes overlap --hardware tpu_v3 %s | FileCheck %s --check-prefix=STAYS
// STAYS-NOT: collective_permute

// The gathered dimension is a free one: three quarters of %y come from the others, the last from both sides.
// CHECK-LABEL: @free
// CHECK: %[[ID:.*]] = stablehlo.partition_id
// CHECK: %[[NEXT:.*]] = "stablehlo.collective_permute"(%w) {{.*}} dense<{{\[\[}}1, 0], [2, 1], [0, 2]]>
// CHECK: %[[PREVIOUS:.*]] = "stablehlo.collective_permute"(%w) {{.*}} dense<{{\[\[}}0, 1], [1, 2], [2, 0]]>
// CHECK: %[[OWN:.*]] = stablehlo.dot_general %w, %x
// CHECK: %[[ALL:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<48x64xf32>
// CHECK: %[[FIRST:.*]] = stablehlo.dynamic_update_slice %[[ALL]], %[[OWN]]
// CHECK: %[[ABOVE:.*]] = stablehlo.dot_general %[[NEXT]], %x
// CHECK: %[[SECOND:.*]] = stablehlo.dynamic_update_slice %[[FIRST]], %[[ABOVE]]
// CHECK: %[[BELOW:.*]] = stablehlo.dot_general %[[PREVIOUS]], %x
// CHECK: %y = stablehlo.dynamic_update_slice %[[SECOND]], %[[BELOW]]
// CHECK-NOT: all_gather
module @free attributes {mhlo.num_partitions = 3 : i32} {
  func.func public @main(%w: tensor<16x64xf32>, %x: tensor<64x64xf32>) -> tensor<48x64xf32> {
    %g = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> : (tensor<16x64xf32>) -> tensor<48x64xf32>
    %y = stablehlo.dot_general %g, %x, contracting_dims = [1] x [0] : (tensor<48x64xf32>, tensor<64x64xf32>) -> tensor<48x64xf32>
    return %y : tensor<48x64xf32>
  }
}

// -----
// The product's result is summed up: the accumulators go round.
// CHECK-LABEL: @scattered
// CHECK: %[[A:.*]] = stablehlo.dot_general
// CHECK: %[[NEXT:.*]] = "stablehlo.collective_permute"(%[[A]]) {{.*}} dense<{{\[\[}}1, 0], [2, 1], [0, 2]]>
// CHECK: %[[B:.*]] = stablehlo.dot_general
// CHECK: %[[PREVIOUS:.*]] = "stablehlo.collective_permute"(%[[B]]) {{.*}} dense<{{\[\[}}0, 1], [1, 2], [2, 0]]>
// CHECK: %[[OWN:.*]] = stablehlo.dot_general
// CHECK: %[[SUM:.*]] = stablehlo.add %[[NEXT]], %[[OWN]]
// CHECK: %s = stablehlo.add %[[PREVIOUS]], %[[SUM]]
// CHECK-NOT: reduce_scatter
module @scattered attributes {mhlo.num_partitions = 3 : i32} {
  func.func public @main(%x: tensor<48x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<48x64xf32>, tensor<64x64xf32>) -> tensor<48x64xf32>
    %s = "stablehlo.reduce_scatter"(%y) <{scatter_dimension = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<48x64xf32>) -> tensor<16x64xf32>
    return %s : tensor<16x64xf32>
  }
}

// -----
// Rings of more than 8 devices have a loop, of two steps a trip.
// CHECK-LABEL: @looped
// CHECK: stablehlo.while
// CHECK: do {
// CHECK-COUNT-4: collective_permute
// CHECK: stablehlo.return
module @looped attributes {mhlo.num_partitions = 9 : i32} {
  func.func public @main(%w: tensor<16x64xf32>, %x: tensor<64x64xf32>) -> tensor<144x64xf32> {
    %g = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7, 8]]> : tensor<1x9xi64>, use_global_device_ids}> : (tensor<16x64xf32>) -> tensor<144x64xf32>
    %y = stablehlo.dot_general %g, %x, contracting_dims = [1] x [0] : (tensor<144x64xf32>, tensor<64x64xf32>) -> tensor<144x64xf32>
    return %y : tensor<144x64xf32>
  }
}
