// What each step of a loop keeps: what the gradient needs (three values), the product and the state, or the state only.
// RUN: %partita grad %s | FileCheck %s --check-prefix=NEEDS
// RUN: %partita grad %s --save dots | FileCheck %s --check-prefix=DOTS
// RUN: %partita grad %s --save nothing | FileCheck %s --check-prefix=NOTHING
// RUN: %exits 1 %partita grad %s --save some 2>&1 | FileCheck %s --check-prefix=WRONG
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %c = %x) : tensor<i32>, tensor<4x4xf32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %l = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %d = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %s = stablehlo.sine %d : tensor<4x4xf32>
    %y = stablehlo.tanh %s : tensor<4x4xf32>
    stablehlo.return %j, %y : tensor<i32>, tensor<4x4xf32>
  }
  return %r#1 : tensor<4x4xf32>
}
// WRONG: error: 'some' says not what to save: nothing, dots, dots_no_batch, all, or names(a,b)

// NEEDS: stablehlo.while
// NEEDS-SAME: : tensor<i32>, tensor<4x4xf32>, tensor<5x4x4xf32>, tensor<5x4x4xf32>, tensor<5x4x4xf32>{{$}}
// NEEDS: stablehlo.while
// NEEDS-NOT: stablehlo.sine
// NEEDS-NOT: stablehlo.tanh

// DOTS: stablehlo.while
// DOTS-SAME: : tensor<i32>, tensor<4x4xf32>, tensor<5x4x4xf32>, tensor<5x4x4xf32>{{$}}
// DOTS: stablehlo.while
// DOTS: %[[S:.*]] = stablehlo.sine
// DOTS: stablehlo.tanh %[[S]]
// DOTS: stablehlo.cosine
// DOTS-COUNT-2: stablehlo.dot_general
// DOTS-NOT: stablehlo.dot_general

// NOTHING: stablehlo.while
// NOTHING-SAME: : tensor<i32>, tensor<4x4xf32>, tensor<5x4x4xf32>{{$}}
// NOTHING: stablehlo.while
// NOTHING: stablehlo.dot_general
// NOTHING: stablehlo.sine
// NOTHING: stablehlo.tanh
// NOTHING: stablehlo.cosine
// NOTHING-COUNT-2: stablehlo.dot_general
