// Loops whose trips do not follow from a counter: by the largest integer of the condition, else once; the report says so.
// RUN: %partita cost --mesh x=4 %s | FileCheck %s
// RUN: %partita cost --mesh x=4 --json %s | FileCheck %s --check-prefix=JSON

// CHECK: trips.mlir: as it is, mesh x=4, 4 devices
// 7 * (8 + 4) of the all-reduce, which combines both, 7 * 2 of counter and condition, a negation in each other loop, a dot in one
// CHECK-NEXT: operations of a device: 16 in dots and convolutions, 117 in all
// CHECK-NEXT: each device sends:
// 7 * 2 * 3/4 * (32 + 16)
// CHECK-NEXT: all-reduce            along x                7     504 bytes
// 3/4 * 128
// CHECK-NEXT: all-gather            along x                1      96 bytes
// CHECK-NEXT: in all                                       8     600 bytes
// CHECK-NEXT: (2 loops with unknown trips count once)
// CHECK-NEXT: (1 loops count by a number in their condition)
// CHECK-NEXT: by kind: all-reduce 504 bytes; all-gather 96 bytes
// CHECK-NEXT: by axes: along x 600 bytes
// CHECK-NEXT: collectives:
// CHECK-NEXT: #2      504 bytes  all-reduce         along x           x7  tensor<8xf32> and 1 more  %r  {{.*}}trips.mlir:[[@LINE+50]]
// CHECK-NEXT: #1       96 bytes  all-gather         along x               tensor<32xf32>  %g  {{.*}}trips.mlir:[[@LINE+31]]

// JSON: "wire": {
// JSON-NEXT: "bytes": 600,
// JSON-NEXT: "count": 8,
// JSON-NEXT: "unknown_trip_counts": 2,
// JSON-NEXT: "guessed_trip_counts": 1,
// JSON-NEXT: "by_kind": {
// JSON-NEXT: "all-reduce": {
// JSON-NEXT: "bytes": 504,
// JSON-NEXT: "count": 7
// JSON: "all-gather": {
// JSON-NEXT: "bytes": 96,
// JSON-NEXT: "count": 1
// JSON: "by_axes": [
// JSON-NEXT: {
// JSON-NEXT: "axes": [
// JSON-NEXT: "x"
// JSON-NEXT: ],
// JSON-NEXT: "along": "along x",
// JSON-NEXT: "bytes": 600,
// JSON-NEXT: "count": 8
module @trips attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%p: tensor<i1>, %a: tensor<8xf32>, %b: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<4xf32>) {
    %one = stablehlo.constant dense<1> : tensor<i32>

    // Nothing in the condition but what is carried.
    %u:2 = stablehlo.while(%more = %p, %v = %a) : tensor<i1>, tensor<8xf32>
      cond {
        stablehlo.return %more : tensor<i1>
      } do {
        %g = "stablehlo.all_gather"(%v) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<8xf32>) -> tensor<32xf32>
        %s = stablehlo.slice %g [8:16] : (tensor<32xf32>) -> tensor<8xf32>
        %no = stablehlo.not %more : tensor<i1>
        stablehlo.return %no, %s : tensor<i1>, tensor<8xf32>
      }

    // A counter that is doubled. Of the numbers of the condition 7 may be its limit: counters are not so narrow as 100
    // is here, and no floats.
    %l:3 = stablehlo.while(%i = %one, %x = %a, %y = %b) : tensor<i32>, tensor<8xf32>, tensor<4xf32>
      cond {
        %n = stablehlo.constant dense<7> : tensor<i32>
        %least = stablehlo.constant dense<2> : tensor<i32>
        %narrow = stablehlo.constant dense<100> : tensor<i8>
        %float = stablehlo.constant dense<1000.0> : tensor<f32>
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %next = stablehlo.add %i, %i : tensor<i32>
        %r:2 = "stablehlo.all_reduce"(%x, %y) ({
        ^bb0(%e: tensor<f32>, %f: tensor<f32>):
          %m = stablehlo.maximum %e, %f : tensor<f32>
          stablehlo.return %m : tensor<f32>
        }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids} : (tensor<8xf32>, tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>)
        stablehlo.return %next, %r#0, %r#1 : tensor<i32>, tensor<8xf32>, tensor<4xf32>
      }

    // One more of which nothing is known.
    %d:2 = stablehlo.while(%further = %p, %e = %one) : tensor<i1>, tensor<i32>
      cond {
        stablehlo.return %further : tensor<i1>
      } do {
        %no = stablehlo.not %further : tensor<i1>
        %f = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
        stablehlo.return %no, %e : tensor<i1>, tensor<i32>
      }

    // It neither sends nor multiplies: how often it runs matters to no figure that is named.
    %w = stablehlo.while(%again = %p) : tensor<i1>
      cond {
        stablehlo.return %again : tensor<i1>
      } do {
        %no = stablehlo.not %again : tensor<i1>
        stablehlo.return %no : tensor<i1>
      }
    return %u#1, %l#1, %l#2 : tensor<8xf32>, tensor<8xf32>, tensor<4xf32>
  }
}
