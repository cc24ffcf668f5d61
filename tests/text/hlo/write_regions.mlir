// RUN: %partita convert %s --to hlo | FileCheck %s
// RUN: %partita convert %s --to hlo -o %t.hlo
// RUN: %partita convert %t.hlo --to hlo | diff %t.hlo -

// Equal reductions share one computation.
// CHECK: %add_f32 {
// CHECK-NEXT: %[[A:.*]] = f32[] parameter(0)
// CHECK-NEXT: %[[B:.*]] = f32[] parameter(1)
// CHECK-NEXT: ROOT %{{.*}} = f32[] add(%[[A]], %[[B]])
// CHECK-NEXT: }
// CHECK-NOT: %add_f32.1

// What the loop captures is carried; the constant it compares with stays in its condition.
// CHECK: %while.3_cond {
// CHECK-NEXT: %arg_tuple = (s32[], f32[4], f32[4]) parameter(0)
// CHECK: %n = s32[] constant(5)
// CHECK: ROOT %{{.*}} = pred[] compare(%{{.*}}, %n), direction=LT
// CHECK: %while.3_body {
// CHECK: ROOT %{{.*}} = (s32[], f32[4], f32[4]) tuple(

// CHECK: %conditional.4_true {
// CHECK: %conditional.4_false {

// CHECK: ENTRY
module @regions {
  func.func @main(%x: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<f32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    // CHECK: %reduce.0 = f32[] reduce(%x, %zero), dimensions={0}, to_apply=%add_f32
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %1 = stablehlo.negate %x : tensor<4xf32>
    // CHECK: %reduce.2 = f32[] reduce(%negate.1, %zero), dimensions={0}, to_apply=%add_f32
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.constant dense<5> : tensor<i32>
    // CHECK: %while.3 = (s32[], f32[4], f32[4]) while(%tuple{{.*}}), condition=%while.3_cond, body=%while.3_body, backend_config={"known_trip_count":{"n":"5"}}
    %3:2 = stablehlo.while(%i = %c0, %acc = %x) : tensor<i32>, tensor<4xf32>
     cond {
      %lt = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %lt : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %sum = stablehlo.add %acc, %1 : tensor<4xf32>
      stablehlo.return %next, %sum : tensor<i32>, tensor<4xf32>
    }
    // CHECK: %conditional.4 = f32[4] conditional(%p, %{{.*}}, %{{.*}}), true_computation=%conditional.4_true, false_computation=%conditional.4_false
    %4 = "stablehlo.if"(%p) ({
      stablehlo.return %3#1 : tensor<4xf32>
    }, {
      %5 = stablehlo.add %x, %1 : tensor<4xf32>
      stablehlo.return %5 : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    return %4, %0, %2 : tensor<4xf32>, tensor<f32>, tensor<f32>
  }
}
