// RUN: %exits 2 %partita run %s --engine reference --local %t --deadline 0.05 2>&1 | FileCheck %s
// RUN: %partita run %s --local %t --deadline 100
// RUN: %partita run %s --local %t --jobs 1
// One device computes for long while the others wait for it: the deadline says who is missing where, and what it does.
module @late attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main() -> tensor<f32> {
    %id = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %is_late = stablehlo.compare EQ, %id, %two : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %part = "stablehlo.if"(%is_late) ({
      %i = stablehlo.iota dim = 1 : tensor<1x10000x1xf32>
      %k = stablehlo.reshape %i : (tensor<1x10000x1xf32>) -> tensor<10000x1x1xf32>
      // CHECK: devices 0, 1, 3 wait in stablehlo.all_reduce %sum at line {{[0-9]+}} for device 2; device 2 computes stablehlo.convolution %c at line [[@LINE+1]] [P408]
      %c = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[0, 9999]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x10000x1xf32>, tensor<10000x1x1xf32>) -> tensor<1x10000x1xf32>
      %s = stablehlo.slice %c [0:1, 0:1, 0:1] : (tensor<1x10000x1xf32>) -> tensor<1x1x1xf32>
      %r = stablehlo.reshape %s : (tensor<1x1x1xf32>) -> tensor<f32>
      stablehlo.return %r : tensor<f32>
    }, {
      stablehlo.return %zero : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    %sum = "stablehlo.all_reduce"(%part) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<f32>) -> tensor<f32>
    return %sum : tensor<f32>
  }
}
