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

// -----
// What is made of constants alone is shared where it is small; what is large is made again.
// CHECK-LABEL: @constants
// CHECK: %[[C:.*]] = stablehlo.constant dense<5>
// CHECK-NOT: stablehlo.constant
// CHECK: stablehlo.add %[[C]], %[[C]]
// CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim
// CHECK-NEXT: stablehlo.add %[[B]], %[[B]]
// CHECK-COUNT-2: stablehlo.iota
// CHECK-COUNT-2: stablehlo.broadcast_in_dim
module @constants attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main() -> (tensor<i32>, tensor<4xi32>, tensor<128x256xi32>, tensor<128x256xi32>) {
    %c1 = stablehlo.constant dense<5> : tensor<i32>
    %c2 = stablehlo.constant dense<5> : tensor<i32>
    %c = stablehlo.add %c1, %c2 : tensor<i32>
    %s1 = stablehlo.broadcast_in_dim %c1, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %s2 = stablehlo.broadcast_in_dim %c2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %s = stablehlo.add %s1, %s2 : tensor<4xi32>
    %i1 = stablehlo.iota dim = 0 : tensor<128x256xi32>
    %i2 = stablehlo.iota dim = 0 : tensor<128x256xi32>
    %i = stablehlo.add %i1, %i2 : tensor<128x256xi32>
    %b1 = stablehlo.broadcast_in_dim %c1, dims = [] : (tensor<i32>) -> tensor<128x256xi32>
    %b2 = stablehlo.broadcast_in_dim %c2, dims = [] : (tensor<i32>) -> tensor<128x256xi32>
    %b = stablehlo.add %b1, %b2 : tensor<128x256xi32>
    return %c, %s, %i, %b : tensor<i32>, tensor<4xi32>, tensor<128x256xi32>, tensor<128x256xi32>
  }
}

// -----
// A scalar is shared across a barrier, but not with a region behind it.
// CHECK-LABEL: @scalars
// CHECK: %[[M:.*]] = stablehlo.multiply %n, %n
// CHECK: stablehlo.optimization_barrier
// CHECK: stablehlo.add %[[M]], %[[M]]
// CHECK: "stablehlo.if"
// CHECK-NEXT: stablehlo.multiply %n, %n
module @scalars attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%n: tensor<i32>, %p: tensor<i1>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
    %m1 = stablehlo.multiply %n, %n : tensor<i32>
    %k = stablehlo.optimization_barrier %m1 : tensor<i32>
    %m2 = stablehlo.multiply %n, %n : tensor<i32>
    %a = stablehlo.add %m1, %m2 : tensor<i32>
    %r = "stablehlo.if"(%p) ({
      %m3 = stablehlo.multiply %n, %n : tensor<i32>
      stablehlo.return %m3 : tensor<i32>
    }, {
      stablehlo.return %n : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    return %k, %a, %r : tensor<i32>, tensor<i32>, tensor<i32>
  }
}

// -----
// All results are compared, and regions op by op; of channels it only matters that there is one.
// CHECK-LABEL: @all_of_it
// CHECK: %[[R:.*]]:2 = stablehlo.rng_bit_generator %s, {{.*}}tensor<4xui32>
// CHECK: %[[Q:.*]]:2 = stablehlo.rng_bit_generator %s, {{.*}}tensor<8xui32>
// CHECK-NOT: stablehlo.rng_bit_generator
// CHECK: %[[S:.*]] = stablehlo.reduce
// CHECK: reducer
// CHECK-NOT: reducer
// CHECK: %[[G:.*]] = "stablehlo.all_gather"
// CHECK-NOT: "stablehlo.all_gather"
// CHECK: return %[[R]]#1, %[[Q]]#1, %[[R]]#1, %[[S]], %[[S]], %[[G]], %[[G]]
module @all_of_it attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%s: tensor<2xui64>, %x: tensor<4xf32>) -> (tensor<4xui32>, tensor<8xui32>, tensor<4xui32>, tensor<f32>, tensor<f32>, tensor<8xf32>, tensor<8xf32>) {
    %r:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    %q:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
    %t:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %u = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      reducer(%l: tensor<f32>, %m: tensor<f32>) {
        %two = stablehlo.constant dense<2.0> : tensor<f32>
        %o = stablehlo.add %l, %m : tensor<f32>
        %c = stablehlo.minimum %o, %two : tensor<f32>
        stablehlo.return %c : tensor<f32>
      }
    %v = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      reducer(%l: tensor<f32>, %m: tensor<f32>) {
        %two = stablehlo.constant dense<2.0> : tensor<f32>
        %o = stablehlo.add %l, %m : tensor<f32>
        %c = stablehlo.minimum %o, %two : tensor<f32>
        stablehlo.return %c : tensor<f32>
      }
    %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
    %h = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
    return %r#1, %q#1, %t#1, %u, %v, %g, %h : tensor<4xui32>, tensor<8xui32>, tensor<4xui32>, tensor<f32>, tensor<f32>, tensor<8xf32>, tensor<8xf32>
  }
}
