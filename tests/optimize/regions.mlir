// Passes look into the branches of conditionals and the bodies of loops, and what a region reads or does counts for the
// op that holds it.
// RUN: %partita convert --passes combine --verify-passes %s | FileCheck --check-prefix=COMBINE %s
// RUN: %partita convert --passes hoist --verify-passes %s | FileCheck --check-prefix=HOIST %s
// RUN: %partita convert --passes simplify --verify-passes %s | FileCheck --check-prefix=SIMPLIFY %s
// RUN: %partita convert --passes regather --verify-passes %s | FileCheck --check-prefix=REGATHER %s
// RUN: %partita convert --passes schedule --verify-passes %s | FileCheck --check-prefix=SCHEDULE %s

// A reducer that reads a sum is a use of it; nothing moves past a conditional with an effect.
// COMBINE-LABEL: @sums
// COMBINE: "stablehlo.all_reduce"(%x)
// COMBINE: stablehlo.reduce
// COMBINE: "stablehlo.all_reduce"(%y)
// COMBINE: "stablehlo.if"
// COMBINE: "stablehlo.all_reduce"(%z)
module @sums attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %v: tensor<4xf32>, %p: tensor<i1>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %a = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %r = stablehlo.reduce(%v init: %zero) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      reducer(%l: tensor<f32>, %m: tensor<f32>) {
        %o = stablehlo.add %l, %m : tensor<f32>
        %c = stablehlo.minimum %o, %a : tensor<f32>
        stablehlo.return %c : tensor<f32>
      }
    %b = "stablehlo.all_reduce"(%y) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %i = "stablehlo.if"(%p) ({
      %shape = stablehlo.constant dense<> : tensor<0xi64>
      %one = stablehlo.constant dense<1.0> : tensor<f32>
      %g = stablehlo.rng %zero, %one, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
      stablehlo.return %g : tensor<f32>
    }, {
      stablehlo.return %zero : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    %c = "stablehlo.all_reduce"(%z) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    return %a, %b, %c, %r, %i : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
}

// -----
// In a branch as elsewhere; what stands around the conditional is not combined with it.
// COMBINE-LABEL: @in_a_branch
// COMBINE: "stablehlo.all_gather"(%x)
// COMBINE: "stablehlo.if"
// COMBINE-NEXT: "stablehlo.all_gather"(%x, %y)
// COMBINE: "stablehlo.all_gather"(%y, %y)
module @in_a_branch attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<2xf32>, %y: tensor<2xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
    %a = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    %r = "stablehlo.if"(%p) ({
      %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
      %h = "stablehlo.all_gather"(%y) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
      %s = stablehlo.add %g, %h : tensor<4xf32>
      stablehlo.return %s : tensor<4xf32>
    }, {
      %g = "stablehlo.all_gather"(%y) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
      %h = "stablehlo.all_gather"(%y) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
      %s = stablehlo.subtract %g, %h : tensor<4xf32>
      stablehlo.return %s : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    return %a, %r : tensor<4xf32>, tensor<4xf32>
  }
}

// -----
// The sum is the same in every round. The gather is not: the reducer before it reads the counter.
// HOIST-LABEL: @rounds
// HOIST: "stablehlo.all_reduce"(%w)
// HOIST: stablehlo.while
// HOIST: do {
// HOIST: stablehlo.reduce
// HOIST: "stablehlo.all_gather"
module @rounds attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%w: tensor<4xf32>, %v: tensor<4x2xf32>) -> tensor<4xf32> {
    %start = stablehlo.constant dense<0> : tensor<i32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %r:2 = stablehlo.while(%i = %start, %a = %w) : tensor<i32>, tensor<4xf32>
     cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %s = "stablehlo.all_reduce"(%w) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
        ^bb0(%l: tensor<f32>, %m: tensor<f32>):
          %o = stablehlo.add %l, %m : tensor<f32>
          stablehlo.return %o : tensor<f32>
      }) : (tensor<4xf32>) -> tensor<4xf32>
      %k = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
      %d = stablehlo.reduce(%v init: %zero) across dimensions = [0] : (tensor<4x2xf32>, tensor<f32>) -> tensor<2xf32>
        reducer(%l: tensor<f32>, %m: tensor<f32>) {
          %o = stablehlo.add %l, %m : tensor<f32>
          %q = stablehlo.add %o, %k : tensor<f32>
          stablehlo.return %q : tensor<f32>
        }
      %g = "stablehlo.all_gather"(%d) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
      %b = stablehlo.add %a, %s : tensor<4xf32>
      %c = stablehlo.add %b, %g : tensor<4xf32>
      stablehlo.return %j, %c : tensor<i32>, tensor<4xf32>
    }
    return %r#1 : tensor<4xf32>
  }
}

// -----
// A device's own part of what was gathered, in the first branch and in the second.
// SIMPLIFY-LABEL: @branches
// SIMPLIFY: "stablehlo.if"(%p)
// SIMPLIFY-NOT: "stablehlo.all_gather"
// SIMPLIFY: return %{{.*}} : tensor<2xf32>
module @branches attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<2xf32>, %p: tensor<i1>) -> tensor<2xf32> {
    %id = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %start = stablehlo.multiply %id, %two : tensor<ui32>
    %r = "stablehlo.if"(%p) ({
      %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
      %s = stablehlo.dynamic_slice %g, %start, sizes = [2] : (tensor<4xf32>, tensor<ui32>) -> tensor<2xf32>
      stablehlo.return %s : tensor<2xf32>
    }, {
      %n = stablehlo.negate %x : tensor<2xf32>
      %g = "stablehlo.all_gather"(%n) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
      %s = stablehlo.dynamic_slice %g, %start, sizes = [2] : (tensor<4xf32>, tensor<ui32>) -> tensor<2xf32>
      stablehlo.return %s : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
}

// -----
// The device's number is read by the reducer alone: it is not the same everywhere, and summed.
// SIMPLIFY-LABEL: @not_the_same
// SIMPLIFY: %[[R:.*]] = stablehlo.reduce
// SIMPLIFY: "stablehlo.all_reduce"(%[[R]])
module @not_the_same attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<4xf32>) -> tensor<f32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %id = stablehlo.partition_id : tensor<ui32>
    %k = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
    %a = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %r = stablehlo.reduce(%a init: %zero) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      reducer(%l: tensor<f32>, %m: tensor<f32>) {
        %o = stablehlo.add %l, %m : tensor<f32>
        %q = stablehlo.add %o, %k : tensor<f32>
        stablehlo.return %q : tensor<f32>
      }
    %b = "stablehlo.all_reduce"(%r) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    return %b : tensor<f32>
  }
}

// -----
// A stack that is gathered in a branch, for a loop in that branch.
// REGATHER-LABEL: @stack
// REGATHER: "stablehlo.if"(%p)
// REGATHER-NOT: "stablehlo.all_gather"(%s)
// REGATHER: stablehlo.while
// REGATHER: "stablehlo.all_gather"(%{{.*}}) {{.*}} -> tensor<1x256x512xf32>
module @stack attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%s: tensor<2x128x512xf32>, %x: tensor<1x256x512xf32>, %p: tensor<i1>) -> tensor<1x256x512xf32> {
    %y = "stablehlo.if"(%p) ({
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %g = "stablehlo.all_gather"(%s) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x128x512xf32>) -> tensor<2x256x512xf32>
      %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<1x256x512xf32>
       cond {
        %n = stablehlo.constant dense<2> : tensor<i32>
        %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.add %i, %one : tensor<i32>
        %l = stablehlo.dynamic_slice %g, %i, %zero, %zero, sizes = [1, 256, 512] : (tensor<2x256x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x512xf32>
        %b = stablehlo.add %a, %l : tensor<1x256x512xf32>
        stablehlo.return %j, %b : tensor<i32>, tensor<1x256x512xf32>
      }
      stablehlo.return %r#1 : tensor<1x256x512xf32>
    }, {
      stablehlo.return %x : tensor<1x256x512xf32>
    }) : (tensor<i1>) -> tensor<1x256x512xf32>
    return %y : tensor<1x256x512xf32>
  }
}

// -----
// What a branch reads is there when the conditional comes, and not before; in the branch, too, what is large comes late.
// SCHEDULE-LABEL: @late
// SCHEDULE: stablehlo.dot_general
// SCHEDULE-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim
// SCHEDULE-NEXT: "stablehlo.if"
// SCHEDULE-NEXT: stablehlo.tanh
// SCHEDULE-NEXT: stablehlo.dot_general %[[Y:.*]], %[[Y]]
// SCHEDULE-NEXT: stablehlo.dot_general %z, %z
// SCHEDULE-NEXT: stablehlo.add
// SCHEDULE: stablehlo.add %[[B]]
module @late attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%s: tensor<f32>, %x: tensor<1024x64xf32>, %z: tensor<256x64xf32>, %v: tensor<64x1xf32>, %p: tensor<i1>) -> (tensor<1024x1xf32>, tensor<64x64xf32>) {
    %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %t = stablehlo.tanh %x : tensor<1024x64xf32>
    %d = stablehlo.dot_general %t, %v, contracting_dims = [1] x [0] : (tensor<1024x64xf32>, tensor<64x1xf32>) -> tensor<1024x1xf32>
    %i = "stablehlo.if"(%p) ({
      %c = stablehlo.dot_general %z, %z, contracting_dims = [0] x [0] : (tensor<256x64xf32>, tensor<256x64xf32>) -> tensor<64x64xf32>
      %y = stablehlo.tanh %z : tensor<256x64xf32>
      %e = stablehlo.dot_general %y, %y, contracting_dims = [0] x [0] : (tensor<256x64xf32>, tensor<256x64xf32>) -> tensor<64x64xf32>
      %g = stablehlo.add %e, %c : tensor<64x64xf32>
      %f = stablehlo.add %g, %b : tensor<64x64xf32>
      stablehlo.return %f : tensor<64x64xf32>
    }, {
      %n = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
      stablehlo.return %n : tensor<64x64xf32>
    }) : (tensor<i1>) -> tensor<64x64xf32>
    %k = stablehlo.tanh %i : tensor<64x64xf32>
    %o = stablehlo.add %b, %k : tensor<64x64xf32>
    return %d, %o : tensor<1024x1xf32>, tensor<64x64xf32>
  }
}
