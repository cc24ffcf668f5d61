// Each function of this file is a program of its own; the comment above says what becomes of it.
// RUN: %partita convert --passes simplify --verify-passes %s | FileCheck %s

// What was gathered and is cut down to a device's own part was there already.
// CHECK-LABEL: @gather_then_own_part
// CHECK-NOT: "stablehlo.
// CHECK: return %x
module @gather_then_own_part attributes {mhlo.num_partitions = 8 : i32} {
  func.func public @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<8x3xf32>
    %id = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %row = stablehlo.divide %id, %two : tensor<ui32>
    %start = stablehlo.multiply %row, %two : tensor<ui32>
    %zero = stablehlo.constant dense<0> : tensor<ui32>
    %s = stablehlo.dynamic_slice %g, %start, %zero, sizes = [2, 3] : (tensor<8x3xf32>, tensor<ui32>, tensor<ui32>) -> tensor<2x3xf32>
    return %s : tensor<2x3xf32>
  }
}

// -----
// Another's part is not there.
// CHECK-LABEL: @gather_then_other_part
// CHECK: "stablehlo.all_gather"
// CHECK: dynamic_slice
module @gather_then_other_part attributes {mhlo.num_partitions = 8 : i32} {
  func.func public @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<8x3xf32>
    %id = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %four = stablehlo.constant dense<4> : tensor<ui32>
    %column = stablehlo.remainder %id, %four : tensor<ui32>
    %start = stablehlo.multiply %column, %two : tensor<ui32>
    %zero = stablehlo.constant dense<0> : tensor<ui32>
    %s = stablehlo.dynamic_slice %g, %start, %zero, sizes = [2, 3] : (tensor<8x3xf32>, tensor<ui32>, tensor<ui32>) -> tensor<2x3xf32>
    return %s : tensor<2x3xf32>
  }
}

// -----
// Gathered along one dimension, a device's own part of another: an exchange. Summed, its own part: scattered.
// CHECK-LABEL: @own_part_of_another_dimension
// CHECK: %[[E:.*]] = "stablehlo.all_to_all"(%x) {{.*}}concat_dimension = 0{{.*}}split_dimension = 1
// CHECK: %[[S:.*]] = "stablehlo.reduce_scatter"(%y) {{.*}}scatter_dimension = 1
// CHECK: return %[[E]], %[[S]]
module @own_part_of_another_dimension attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<2x4xf32>, %y: tensor<4x4xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
    %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
    %r = "stablehlo.all_reduce"(%y) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %m = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %m : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %id = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %start = stablehlo.multiply %id, %two : tensor<ui32>
    %zero = stablehlo.constant dense<0> : tensor<ui32>
    %s = stablehlo.dynamic_slice %g, %zero, %start, sizes = [4, 2] : (tensor<4x4xf32>, tensor<ui32>, tensor<ui32>) -> tensor<4x2xf32>
    %t = stablehlo.dynamic_slice %r, %zero, %start, sizes = [4, 2] : (tensor<4x4xf32>, tensor<ui32>, tensor<ui32>) -> tensor<4x2xf32>
    return %s, %t : tensor<4x2xf32>, tensor<4x2xf32>
  }
}

// -----
// A sum that is scattered and gathered is an all_reduce; cut down and gathered again it stays what it is.
// CHECK-LABEL: @scatter_then_gather
// CHECK: %[[R:.*]] = "stablehlo.all_reduce"(%y)
// CHECK: return %[[R]], %[[R]]
module @scatter_then_gather attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%y: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
    %s = "stablehlo.reduce_scatter"(%y) <{scatter_dimension = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %m = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %m : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<2x4xf32>
    %g = "stablehlo.all_gather"(%s) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
    %id = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %start = stablehlo.multiply %id, %two : tensor<ui32>
    %zero = stablehlo.constant dense<0> : tensor<ui32>
    %p = stablehlo.dynamic_slice %g, %start, %zero, sizes = [2, 4] : (tensor<4x4xf32>, tensor<ui32>, tensor<ui32>) -> tensor<2x4xf32>
    %h = "stablehlo.all_gather"(%p) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
    return %g, %h : tensor<4x4xf32>, tensor<4x4xf32>
  }
}

// -----
// Permutes are composed, and there and back is nothing; one whose middle is used stays.
// CHECK-LABEL: @permutes
// CHECK: %[[P:.*]] = "stablehlo.collective_permute"(%x) {{.*}}source_target_pairs = dense<{{\[\[}}0, 2]]>
// CHECK: %[[Q:.*]] = "stablehlo.collective_permute"(%x)
// CHECK: %[[R:.*]] = "stablehlo.collective_permute"(%[[Q]])
// CHECK: return %[[P]], %x, %[[Q]], %[[R]]
module @permutes attributes {mhlo.num_partitions = 3 : i32} {
  func.func public @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
    %a = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    %b = "stablehlo.collective_permute"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    %c = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    %d = "stablehlo.collective_permute"(%c) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1], [0, 2]]> : tensor<3x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    %e = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    %f = "stablehlo.collective_permute"(%e) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    return %b, %d, %e, %f : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
}

// -----
// An exchange and back is nothing; an exchange that is gathered again is a gather.
// CHECK-LABEL: @exchanges
// CHECK-NOT: "stablehlo.all_to_all"
// CHECK: %[[G:.*]] = "stablehlo.all_gather"(%x) {{.*}}all_gather_dim = 0
// CHECK: return %x, %[[G]]
module @exchanges attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4x4xf32>) {
    %a = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
    %b = "stablehlo.all_to_all"(%a) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
    %c = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
    return %b, %c : tensor<2x4xf32>, tensor<4x4xf32>
  }
}

// -----
// Sums are added before they are sent; what all have is not summed but multiplied; a group of one does nothing.
// CHECK-LABEL: @sums
// CHECK: %[[A:.*]] = stablehlo.subtract %x, %y
// CHECK: %[[R:.*]] = "stablehlo.all_reduce"(%[[A]])
// CHECK-NOT: "stablehlo.all_reduce"
// CHECK: %[[N:.*]] = stablehlo.constant dense<2>
// CHECK: %[[P:.*]] = stablehlo.multiply %[[R]]
// CHECK: return %[[P]], %y
module @sums attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %r = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %m = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %m : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %s = "stablehlo.all_reduce"(%y) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %m = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %m : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %d = stablehlo.subtract %r, %s : tensor<4xf32>
    %t = "stablehlo.all_reduce"(%d) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %m = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %m : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %u = "stablehlo.all_reduce"(%y) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %m = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %m : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return %t, %u : tensor<4xf32>, tensor<4xf32>
  }
}

// -----
// Narrow numbers are sent, on either side; transposes around a gather cancel.
// CHECK-LABEL: @forms
// CHECK: %[[G:.*]] = "stablehlo.all_gather"(%x) {{.*}} -> tensor<4x4xbf16>
// CHECK: %[[W:.*]] = stablehlo.convert %[[G]]
// CHECK: %[[N:.*]] = stablehlo.convert %y
// CHECK: %[[H:.*]] = "stablehlo.all_gather"(%[[N]]) {{.*}} -> tensor<4x4xbf16>
// CHECK: %[[T:.*]] = "stablehlo.all_gather"(%y) {{.*}}all_gather_dim = 0{{.*}} -> tensor<4x4xf32>
// CHECK: return %[[W]], %[[H]], %[[T]]
module @forms attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<2x4xbf16>, %y: tensor<2x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xbf16>, tensor<4x4xf32>) {
    %a = stablehlo.convert %x : (tensor<2x4xbf16>) -> tensor<2x4xf32>
    %b = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
    %c = "stablehlo.all_gather"(%y) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
    %d = stablehlo.convert %c : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %e = stablehlo.transpose %y, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
    %f = "stablehlo.all_gather"(%e) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
    %g = stablehlo.transpose %f, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return %b, %d, %g : tensor<4x4xf32>, tensor<4x4xbf16>, tensor<4x4xf32>
  }
}

// -----
// What is computed of the same is the same; not what the device's number has to do with.
// CHECK-LABEL: @computed_of_the_same
// CHECK: %[[R:.*]] = "stablehlo.all_reduce"(%x)
// CHECK: %[[T:.*]] = stablehlo.tanh %[[R]]
// CHECK: %[[P:.*]] = stablehlo.multiply %[[T]]
// CHECK: %[[S:.*]] = "stablehlo.all_reduce"
// CHECK: return %[[P]], %[[S]]
module @computed_of_the_same attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
    %r = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %t = stablehlo.tanh %r : tensor<f32>
    %a = "stablehlo.all_reduce"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %id = stablehlo.partition_id : tensor<ui32>
    %k = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
    %u = stablehlo.add %t, %k : tensor<f32>
    %b = "stablehlo.all_reduce"(%u) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    return %a, %b : tensor<f32>, tensor<f32>
  }
}

// -----
// A start is compared as a number, however it is computed and however groups are written: id - id % 2 is 2 * (id / 2).
// CHECK-LABEL: @own_part_by_subtraction
// CHECK-NOT: "stablehlo.
// CHECK: return %x, %x
module @own_part_by_subtraction attributes {mhlo.num_partitions = 8 : i32} {
  func.func public @main(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
    %id = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %column = stablehlo.remainder %id, %two : tensor<ui32>
    %start = stablehlo.subtract %id, %column : tensor<ui32>
    %zero = stablehlo.constant dense<0> : tensor<ui32>
    %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<8x3xf32>
    %s = stablehlo.dynamic_slice %g, %start, %zero, sizes = [2, 3] : (tensor<8x3xf32>, tensor<ui32>, tensor<ui32>) -> tensor<2x3xf32>
    %h = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 4>, #stablehlo.mesh_axis<name = "b", size = 2>]>, axes = [#stablehlo.axis_ref<name = "a">]>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<8x3xf32>
    %t = stablehlo.dynamic_slice %h, %start, %zero, sizes = [2, 3] : (tensor<8x3xf32>, tensor<ui32>, tensor<ui32>) -> tensor<2x3xf32>
    return %s, %t : tensor<2x3xf32>, tensor<2x3xf32>
  }
}

// -----
// With replicas, too, the same groups of devices are the same.
// CHECK-LABEL: @replicas
// CHECK: %[[R:.*]] = "stablehlo.all_reduce"(%y)
// CHECK: return %[[R]]
module @replicas attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 2 : i32} {
  func.func public @main(%y: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %s = "stablehlo.reduce_scatter"(%y) <{scatter_dimension = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<2x4xf32>
    %g = "stablehlo.all_gather"(%s) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
    return %g : tensor<4x4xf32>
  }
}

// -----
// Partitions are devices where there is one replica.
// CHECK-LABEL: @partitions_of_one_replica
// CHECK: %[[G:.*]] = "stablehlo.all_gather"(%x)
// CHECK: return %[[G]]
module @partitions_of_one_replica attributes {mhlo.num_replicas = 1 : i32, mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<2x4xf32>) -> tensor<4x4xf32> {
    %a = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
    %c = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
    return %c : tensor<4x4xf32>
  }
}

// -----
// What all devices have, divided by their number and summed, is what it was: also where it was only moved meanwhile, and
// not where another number divides it, or where devices have different parts of it.
// CHECK-LABEL: @sum_of_shares
// CHECK: %[[S:.*]] = "stablehlo.all_reduce"(%x)
// CHECK: %[[T:.*]] = stablehlo.reshape %[[S]]
// CHECK: %[[P:.*]] = stablehlo.multiply
// CHECK: %[[R:.*]] = "stablehlo.all_reduce"
// CHECK: return %[[S]], %[[T]], %[[S]], %[[P]], %[[R]]
module @sum_of_shares attributes {mhlo.num_partitions = 4 : i32} {
  func.func public @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %s = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%l1: tensor<f32>, %m1: tensor<f32>):
        %o1 = stablehlo.add %l1, %m1 : tensor<f32>
        stablehlo.return %o1 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %four = stablehlo.constant dense<4.0> : tensor<4xf32>
    %share = stablehlo.divide %s, %four : tensor<4xf32>
    %again = "stablehlo.all_reduce"(%share) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%l2: tensor<f32>, %m2: tensor<f32>):
        %o2 = stablehlo.add %l2, %m2 : tensor<f32>
        stablehlo.return %o2 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %square = stablehlo.reshape %share : (tensor<4xf32>) -> tensor<2x2xf32>
    %moved = "stablehlo.all_reduce"(%square) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%l3: tensor<f32>, %m3: tensor<f32>):
        %o3 = stablehlo.add %l3, %m3 : tensor<f32>
        stablehlo.return %o3 : tensor<f32>
    }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %quarter = stablehlo.constant dense<0.25> : tensor<4xf32>
    %product = stablehlo.multiply %quarter, %s : tensor<4xf32>
    %times = "stablehlo.all_reduce"(%product) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%l4: tensor<f32>, %m4: tensor<f32>):
        %o4 = stablehlo.add %l4, %m4 : tensor<f32>
        stablehlo.return %o4 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %three = stablehlo.constant dense<3.0> : tensor<4xf32>
    %third = stablehlo.divide %s, %three : tensor<4xf32>
    %other = "stablehlo.all_reduce"(%third) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%l5: tensor<f32>, %m5: tensor<f32>):
        %o5 = stablehlo.add %l5, %m5 : tensor<f32>
        stablehlo.return %o5 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %own = stablehlo.divide %x, %four : tensor<4xf32>
    %parts = "stablehlo.all_reduce"(%own) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%l6: tensor<f32>, %m6: tensor<f32>):
        %o6 = stablehlo.add %l6, %m6 : tensor<f32>
        stablehlo.return %o6 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return %again, %moved, %times, %other, %parts : tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}

// -----
// What is only read transposed is multiplied the other way round, with its precision.
// CHECK-LABEL: @transposed_product
// CHECK-NEXT: @main(%x: {{.*}}, %y:
// CHECK-NEXT: %t = stablehlo.dot_general %y, %x, batching_dims = [1] x [0], contracting_dims = [0] x [2], precision = [HIGHEST, DEFAULT] : {{.*}} -> tensor<2x5x3xf32>
// CHECK-NEXT: return %t
module @transposed_product {
  func.func public @main(%x: tensor<2x3x4xf32>, %y: tensor<4x2x5xf32>) -> tensor<2x5x3xf32> {
    %d = stablehlo.dot_general %x, %y, batching_dims = [0] x [1], contracting_dims = [2] x [0], precision = [DEFAULT, HIGHEST] : (tensor<2x3x4xf32>, tensor<4x2x5xf32>) -> tensor<2x3x5xf32>
    %t = stablehlo.transpose %d, dims = [0, 2, 1] : (tensor<2x3x5xf32>) -> tensor<2x5x3xf32>
    return %t : tensor<2x5x3xf32>
  }
}

// -----
// Not where it is read as it is, too, or in yet another order.
// CHECK-LABEL: @product_of_several_uses
// CHECK-COUNT-2: stablehlo.transpose
module @product_of_several_uses {
  func.func public @main(%x: tensor<2x3x4xf32>, %y: tensor<4x5xf32>) -> (tensor<5x2x3xf32>, tensor<2x3x5xf32>, tensor<3x2x5xf32>) {
    %d = stablehlo.dot_general %x, %y, contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
    %t = stablehlo.transpose %d, dims = [2, 0, 1] : (tensor<2x3x5xf32>) -> tensor<5x2x3xf32>
    %e = stablehlo.dot_general %x, %y, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
    %u = stablehlo.transpose %e, dims = [1, 0, 2] : (tensor<2x3x5xf32>) -> tensor<3x2x5xf32>
    return %t, %d, %u : tensor<5x2x3xf32>, tensor<2x3x5xf32>, tensor<3x2x5xf32>
  }
}

// -----
// A part of a broadcast is cut out before it is repeated, and not at all where it only is repeated.
// CHECK-LABEL: @part_of_broadcast
// CHECK-NEXT: @main(%x: tensor<1x32xf32>, %i: tensor<i32>)
// CHECK-NEXT: %[[PART:.*]] = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 4] : {{.*}} -> tensor<1x4xf32>
// CHECK-NEXT: %s = stablehlo.broadcast_in_dim %[[PART]], dims = [1, 2] : (tensor<1x4xf32>) -> tensor<2x8x4xf32>
// CHECK-NEXT: %t = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<1x32xf32>) -> tensor<2x8x32xf32>
// CHECK-NEXT: return %s, %t
module @part_of_broadcast {
  func.func public @main(%x: tensor<1x32xf32>, %i: tensor<i32>) -> (tensor<2x8x4xf32>, tensor<2x8x32xf32>) {
    %b = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<1x32xf32>) -> tensor<16x32x32xf32>
    %s = stablehlo.dynamic_slice %b, %i, %i, %i, sizes = [2, 8, 4] : (tensor<16x32x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4xf32>
    %t = stablehlo.dynamic_slice %b, %i, %i, %i, sizes = [2, 8, 32] : (tensor<16x32x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x32xf32>
    return %s, %t : tensor<2x8x4xf32>, tensor<2x8x32xf32>
  }
}
