// A loop states shardings of what it carries: they stay with the carries where the gradient makes the loop keep more,
// and the loop that goes back has them on the cotangents of these. One that is carried unchanged has it where it is used.
// RUN: %partita grad %s | FileCheck %s
// RUN: %partita grad %s | %partita partition -o %t.local.mlir -
// RUN: %partita grad %s -o %t.mlir
// RUN: %partita eval --random 1 --outputs %t.npz %t.mlir
// RUN: %partita run --random 1 --expect %t.npz %t.local.mlir
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %v = %w, %c = %x) : tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}, {"y"}]>, <@mesh, [{"x"}, {}]>]>}
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %l = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %d = stablehlo.dot_general %c, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %y = stablehlo.tanh %d : tensor<4x4xf32>
    stablehlo.return %j, %v, %y : tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32>
  }
  return %r#2 : tensor<4x4xf32>
}
// CHECK: sdy.sharding_constraint %w <@mesh, [{}, {"y"}]>
// CHECK: stablehlo.while
// CHECK-SAME: : tensor<i32>, tensor<4x4xf32>, tensor<5x4x4xf32>
// CHECK: sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"x"}, {}]>, <@mesh, [{?}, {?}, {?}]>
// CHECK: stablehlo.while
// CHECK-SAME: : tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32>
// CHECK: sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"x"}, {}]>, <@mesh, [{?}, {?}]>
