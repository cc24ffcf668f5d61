// RUN: %partita run -v %s --local %t 2>&1 | FileCheck %s
// What each device sends: rings of n, loops by their trip counts (12), every branch once, an all-reduce twice what the others do.
// CHECK: {{^}}4 devices
// CHECK-NEXT: arguments: 0 bytes on each device
// CHECK-NEXT: each device sends:
// 12 * 2 * 3/4 * 64
// CHECK-NEXT: all-reduce            in groups of 4        12      1.12 KiB
// 12 * 1/2 * 128
// CHECK-NEXT: all-gather            in groups of 2        12     768 bytes
// CHECK-NEXT: collective-permute                           1      64 bytes
// 3/4 * 64, and (2-1) * 32
// CHECK-NEXT: all-to-all            in groups of 4         1      48 bytes
// CHECK-NEXT: reduce-scatter        in groups of 2         1      32 bytes
// a device alone has nobody to send to
// CHECK-NEXT: all-reduce                                   1       0 bytes
// CHECK-NEXT: in all                                      28      2.02 KiB
module @wire attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main() -> (tensor<8x4xbf16>, tensor<4x4xbf16>) {
    %x = stablehlo.constant dense<1.0> : tensor<16x4xbf16>
    %h = stablehlo.constant dense<1.0> : tensor<8x4xbf16>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %id = stablehlo.partition_id : tensor<ui32>
    %none = stablehlo.constant dense<0> : tensor<ui32>
    %first = stablehlo.compare EQ, %id, %none : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %l:2 = stablehlo.while(%i = %zero, %v = %h) : tensor<i32>, tensor<8x4xbf16>
      cond {
        %n = stablehlo.constant dense<12> : tensor<i32>
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %next = stablehlo.add %i, %one : tensor<i32>
        %g = "stablehlo.all_gather"(%v) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<8x4xbf16>) -> tensor<8x8xbf16>
        %p = stablehlo.slice %g [0:8, 0:4] : (tensor<8x8xbf16>) -> tensor<8x4xbf16>
        %s = "stablehlo.all_reduce"(%p) ({
        ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
          %m = stablehlo.maximum %a, %b : tensor<bf16>
          stablehlo.return %m : tensor<bf16>
        }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids} : (tensor<8x4xbf16>) -> tensor<8x4xbf16>
        stablehlo.return %next, %s : tensor<i32>, tensor<8x4xbf16>
      }
    %q = "stablehlo.collective_permute"(%l#1) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<8x4xbf16>) -> tensor<8x4xbf16>
    %t = "stablehlo.all_to_all"(%q) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>} : (tensor<8x4xbf16>) -> tensor<2x16xbf16>
    %r = "stablehlo.reduce_scatter"(%q) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %m = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %m : tensor<bf16>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, use_global_device_ids} : (tensor<8x4xbf16>) -> tensor<4x4xbf16>
    %alone = "stablehlo.all_reduce"(%r) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %m = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %m : tensor<bf16>
    }) {replica_groups = dense<[[0], [1], [2], [3]]> : tensor<4x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, use_global_device_ids} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
    return %q, %alone : tensor<8x4xbf16>, tensor<4x4xbf16>
  }
}
