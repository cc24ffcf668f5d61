// Collectives whose operands do not change in a loop stand before it, with what feeds them; nothing else moves.
// RUN: %partita convert --passes hoist --verify-passes %s | FileCheck %s

// CHECK-LABEL: @invariant
// CHECK: %[[H:.*]] = stablehlo.multiply %w, %w
// CHECK: %[[G:.*]] = "stablehlo.all_gather"(%[[H]])
// CHECK: stablehlo.while
// CHECK: do {
// CHECK: stablehlo.tanh %w
// CHECK: "stablehlo.all_gather"(%{{s|v}})
// CHECK: stablehlo.optimization_barrier
// CHECK: "stablehlo.all_gather"(%w)
module @invariant attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%w: tensor<2x4xf32>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4x4xf32>
     cond {
      %n = stablehlo.constant dense<2> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %t = stablehlo.tanh %w : tensor<2x4xf32>
      %h = stablehlo.multiply %w, %w : tensor<2x4xf32>
      %g = "stablehlo.all_gather"(%h) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
      // By the counter: another in every round.
      %s = stablehlo.dynamic_slice %w, %z, %i, sizes = [2, 2] : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
      %u = "stablehlo.all_gather"(%s) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
      %q = stablehlo.concatenate %t, %u, dim = 0 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
      %b = stablehlo.optimization_barrier %q : tensor<4x4xf32>
      // Behind a barrier it is computed again on purpose.
      %k = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
      %a1 = stablehlo.add %a, %g : tensor<4x4xf32>
      %a2 = stablehlo.add %a1, %b : tensor<4x4xf32>
      %a3 = stablehlo.add %a2, %k : tensor<4x4xf32>
      stablehlo.return %j, %a3 : tensor<i32>, tensor<4x4xf32>
    }
    return %r#1 : tensor<4x4xf32>
  }
}

// -----
// Out of two loops; from one that runs once there is nothing to gain.
// CHECK-LABEL: @nested
// CHECK: "stablehlo.all_gather"(%w)
// CHECK: stablehlo.while
// CHECK: stablehlo.while
// CHECK: stablehlo.while
// CHECK: "stablehlo.all_gather"(%w)
module @nested attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%w: tensor<2x4xf32>, %x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4x4xf32>
     cond {
      %n = stablehlo.constant dense<2> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %z = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %in:2 = stablehlo.while(%k = %z, %b = %a) : tensor<i32>, tensor<4x4xf32>
       cond {
        %n = stablehlo.constant dense<3> : tensor<i32>
        %less = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      } do {
        %o = stablehlo.constant dense<1> : tensor<i32>
        %g = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
        %k2 = stablehlo.add %k, %o : tensor<i32>
        %b2 = stablehlo.add %b, %g : tensor<4x4xf32>
        stablehlo.return %k2, %b2 : tensor<i32>, tensor<4x4xf32>
      }
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %in#1 : tensor<i32>, tensor<4x4xf32>
    }
    %s:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4x4xf32>
     cond {
      %n = stablehlo.constant dense<1> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %g = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
      %b = stablehlo.add %a, %g : tensor<4x4xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<4x4xf32>
    }
    return %r#1, %s#1 : tensor<4x4xf32>, tensor<4x4xf32>
  }
}

// -----
// What feeds a collective leaves the inner loop with it; it leaves the outer one only if the collective does.
// CHECK-LABEL: @feeding
// CHECK: stablehlo.while
// CHECK: do {
// CHECK: %[[H:.*]] = stablehlo.multiply %w, %w
// CHECK: %[[F:.*]] = stablehlo.add %[[H]], %[[H]]
// CHECK: %[[V:.*]] = stablehlo.multiply %[[F]], %a
// CHECK: "stablehlo.all_gather"(%[[V]])
// CHECK: stablehlo.while
module @feeding attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%w: tensor<2x4xf32>, %x: tensor<2x4xf32>) -> tensor<2x4xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<2x4xf32>
     cond {
      %n = stablehlo.constant dense<2> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %z = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %h = stablehlo.multiply %w, %w : tensor<2x4xf32>
      %in:2 = stablehlo.while(%k = %z, %b = %a) : tensor<i32>, tensor<2x4xf32>
       cond {
        %n = stablehlo.constant dense<3> : tensor<i32>
        %less = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      } do {
        %o = stablehlo.constant dense<1> : tensor<i32>
        %f = stablehlo.add %h, %h : tensor<2x4xf32>
        %v = stablehlo.multiply %f, %a : tensor<2x4xf32>
        %g = "stablehlo.all_gather"(%v) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
        %k2 = stablehlo.add %k, %o : tensor<i32>
        %p = stablehlo.slice %g [1:3, 0:4] : (tensor<4x4xf32>) -> tensor<2x4xf32>
        %b2 = stablehlo.add %b, %p : tensor<2x4xf32>
        stablehlo.return %k2, %b2 : tensor<i32>, tensor<2x4xf32>
      }
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %in#1 : tensor<i32>, tensor<2x4xf32>
    }
    return %r#1 : tensor<2x4xf32>
  }
}
