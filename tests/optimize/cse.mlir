// The same op on the same operands is computed once, collectives too; not across a barrier, and nothing with an effect.
// RUN: %partita convert --passes cse,dce --verify-passes %s | FileCheck %s

module attributes {mhlo.num_partitions = 4 : i32} {
  // CHECK-LABEL: func.func public @main
  func.func public @main(%w: tensor<2x8xf32>, %x: tensor<8x8xf32>, %n: tensor<i32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
    // Channels do not make a difference; the order of the operands of an addition neither.
    // CHECK: %[[G:.*]] = "stablehlo.all_gather"(%w)
    // CHECK-NOT: "stablehlo.all_gather"
    // CHECK: %[[S:.*]] = stablehlo.add %[[G]], %x
    // CHECK-NOT: stablehlo.add
    // CHECK: %[[P:.*]] = stablehlo.multiply %[[S]], %[[S]]
    %g1 = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2x8xf32>) -> tensor<8x8xf32>
    %g2 = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2x8xf32>) -> tensor<8x8xf32>
    %a1 = stablehlo.add %g1, %x : tensor<8x8xf32>
    %a2 = stablehlo.add %x, %g2 : tensor<8x8xf32>
    %p = stablehlo.multiply %a1, %a2 : tensor<8x8xf32>

    // Other groups are another collective; reducers are compared, not their names.
    // CHECK: "stablehlo.all_reduce"(%[[P]])
    // CHECK: stablehlo.maximum
    // CHECK: "stablehlo.all_reduce"(%[[P]])
    // CHECK: stablehlo.add
    // CHECK-NOT: "stablehlo.all_reduce"
    %r1 = "stablehlo.all_reduce"(%p) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %m = stablehlo.maximum %a, %b : tensor<f32>
        stablehlo.return %m : tensor<f32>
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %r2 = "stablehlo.all_reduce"(%p) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %m = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %m : tensor<f32>
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %r3 = "stablehlo.all_reduce"(%p) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, use_global_device_ids}> ({
      ^bb0(%c: tensor<f32>, %d: tensor<f32>):
        %m = stablehlo.add %c, %d : tensor<f32>
        stablehlo.return %m : tensor<f32>
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %q = stablehlo.subtract %r2, %r3 : tensor<8x8xf32>

    // Rematerialised: the gather behind the barrier stays, and so does what it shares with the code before.
    // CHECK: %[[B:.*]], %{{.*}} = stablehlo.optimization_barrier
    // CHECK: "stablehlo.all_gather"(%[[B]])
    // CHECK: stablehlo.add {{.*}}, %x
    // CHECK: stablehlo.tanh %x
    // CHECK: stablehlo.optimization_barrier
    // CHECK: %[[T:.*]] = stablehlo.tanh %x
    %b1, %b2 = stablehlo.optimization_barrier %w, %q : tensor<2x8xf32>, tensor<8x8xf32>
    %g3 = "stablehlo.all_gather"(%b1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2x8xf32>) -> tensor<8x8xf32>
    %a3 = stablehlo.add %g3, %x : tensor<8x8xf32>
    %t1 = stablehlo.tanh %x : tensor<8x8xf32>
    %b3 = stablehlo.optimization_barrier %a3 : tensor<8x8xf32>
    %t2 = stablehlo.tanh %x : tensor<8x8xf32>
    %u = stablehlo.add %t1, %t2 : tensor<8x8xf32>

    // A region may use what is around it, but not what only a sibling has.
    // CHECK: "stablehlo.if"
    // CHECK-NEXT: stablehlo.add %[[T]], %[[T]]
    // CHECK: stablehlo.cosine %x
    // CHECK: stablehlo.cosine %x
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %c = stablehlo.compare GT, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %i = "stablehlo.if"(%c) ({
      %t3 = stablehlo.tanh %x : tensor<8x8xf32>
      %v = stablehlo.add %t3, %t3 : tensor<8x8xf32>
      %k = stablehlo.cosine %x : tensor<8x8xf32>
      %v2 = stablehlo.multiply %v, %k : tensor<8x8xf32>
      stablehlo.return %v2 : tensor<8x8xf32>
    }, {
      %k = stablehlo.cosine %x : tensor<8x8xf32>
      stablehlo.return %k : tensor<8x8xf32>
    }) : (tensor<i1>) -> tensor<8x8xf32>
    %o1 = stablehlo.add %b2, %r1 : tensor<8x8xf32>
    return %o1, %b3, %u, %i : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
}
