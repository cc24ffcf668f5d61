// What nobody uses goes: ops, collectives, carries of loops and results of conditionals. Effects stay.
// RUN: %partita convert --passes dce --verify-passes %s | FileCheck %s
// Not evaluated by the tests of this folder: nobody knows @log.

module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func public @main
  func.func public @main(%x: tensor<4xf32>, %w: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
    // CHECK-NOT: "stablehlo.all_gather"
    // CHECK-NOT: sine
    %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
    %unused = stablehlo.sine %g : tensor<8xf32>

    // %b is used only to make the next %b; %c never changes, and %a uses it.
    // CHECK: %[[R:.*]]:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
    // CHECK: do {
    // CHECK-NEXT: %[[ONE:.*]] = stablehlo.constant
    // CHECK-NEXT: stablehlo.add %i
    // CHECK-NEXT: stablehlo.add %a, %w
    // CHECK-NEXT: stablehlo.return
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r:4 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %w) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
     cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %a2 = stablehlo.add %a, %c : tensor<4xf32>
      %b2 = stablehlo.multiply %b, %a : tensor<4xf32>
      stablehlo.return %j, %a2, %b2, %c : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    }

    // One result of two; the effect in the other branch stays.
    // CHECK: "stablehlo.if"(%p)
    // CHECK-NEXT: stablehlo.cosine
    // CHECK-NEXT: stablehlo.return %{{[a-z0-9_]*}} : tensor<4xf32>
    // CHECK: stablehlo.custom_call @log(%x) {has_side_effect = true}
    // CHECK-NEXT: stablehlo.return %x : tensor<4xf32>
    // CHECK-NOT: exponential
    // CHECK: return %[[R]]#1
    %s:2 = "stablehlo.if"(%p) ({
      %y = stablehlo.cosine %x : tensor<4xf32>
      %z = stablehlo.exponential %x : tensor<4xf32>
      stablehlo.return %z, %y : tensor<4xf32>, tensor<4xf32>
    }, {
      stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<4xf32>) -> ()
      stablehlo.return %x, %x : tensor<4xf32>, tensor<4xf32>
    }) : (tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>)
    return %r#1, %s#1 : tensor<4xf32>, tensor<4xf32>
  }
}

// -----
// One that is there for its effect alone keeps one result; without it goes all of it.
// CHECK-LABEL: @effects_alone
// CHECK: %[[Z:.*]] = stablehlo.constant dense<0>
// CHECK-NEXT: "stablehlo.if"(%p)
// CHECK: stablehlo.custom_call @log
// CHECK: }) : (tensor<i1>) -> tensor<4xf32>
// CHECK-NEXT: "stablehlo.if"(%p)
// CHECK: stablehlo.custom_call @log
// CHECK: stablehlo.return %x : tensor<4xf32>
// CHECK: }) : (tensor<i1>) -> tensor<4xf32>
// CHECK-NEXT: stablehlo.while(%i = %[[Z]]) : tensor<i32>
// CHECK: stablehlo.custom_call @log
// CHECK-NOT: stablehlo.while
// CHECK-NOT: "stablehlo.if"
// CHECK: return %x : tensor<4xf32>
module @effects_alone attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one_result = "stablehlo.if"(%p) ({
      stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<4xf32>) -> ()
      stablehlo.return %x : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    %two_results:2 = "stablehlo.if"(%p) ({
      stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<4xf32>) -> ()
      %y = stablehlo.cosine %x : tensor<4xf32>
      stablehlo.return %x, %y : tensor<4xf32>, tensor<4xf32>
    }, {
      stablehlo.return %x, %x : tensor<4xf32>, tensor<4xf32>
    }) : (tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>)
    %rounds:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
     cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<4xf32>) -> ()
      %b = stablehlo.cosine %a : tensor<4xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<4xf32>
    }
    %dead:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
     cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %b = stablehlo.sine %a : tensor<4xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<4xf32>
    }
    %dead_branch = "stablehlo.if"(%p) ({
      stablehlo.return %x : tensor<4xf32>
    }, {
      stablehlo.return %dead#1 : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    return %x : tensor<4xf32>
  }
}

// -----
// The condition reads a limit that does not change: it is read from outside. What is left of an op keeps names and
// attributes.
// CHECK-LABEL: @what_is_left
// CHECK: %[[R:.*]]:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
// CHECK-NEXT: cond {
// CHECK-NEXT: stablehlo.compare LT, %i, %limit
// CHECK: %second = "stablehlo.if"(%p)
// CHECK: {mhlo.frontend_attributes = {kept = "yes"}} : (tensor<i1>) -> tensor<4xf32>
// CHECK: return %[[R]]#1, %second
module @what_is_left attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<4xf32>, %limit: tensor<i32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r:3 = stablehlo.while(%i = %zero, %a = %x, %n = %limit) : tensor<i32>, tensor<4xf32>, tensor<i32>
     cond {
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %b = stablehlo.cosine %a : tensor<4xf32>
      stablehlo.return %j, %b, %n : tensor<i32>, tensor<4xf32>, tensor<i32>
    }
    %first, %second = "stablehlo.if"(%p) ({
      %y = stablehlo.cosine %x : tensor<4xf32>
      stablehlo.return %x, %y : tensor<4xf32>, tensor<4xf32>
    }, {
      stablehlo.return %x, %x : tensor<4xf32>, tensor<4xf32>
    }) {mhlo.frontend_attributes = {kept = "yes"}} : (tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>)
    return %r#1, %second : tensor<4xf32>, tensor<4xf32>
  }
}
