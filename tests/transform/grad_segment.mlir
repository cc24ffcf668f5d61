// Loops in segments, and sums in a wider type: the gradient is the same, but the forward loop keeps the state of every
// second of five steps alone.
// RUN: %partita grad %s -o %t.plain.mlir
// RUN: %partita grad %s --segment 2 -o %t.parts.mlir
// RUN: %partita eval --random 1 --outputs %t.npz %t.plain.mlir
// RUN: %partita eval --random 1 --expect %t.npz %t.parts.mlir
// RUN: FileCheck %s --check-prefix=PARTS < %t.parts.mlir
// RUN: %partita grad %s --accumulate f32 | FileCheck %s --check-prefix=WIDE
// RUN: %partita grad %s --segment 2 --accumulate f32 --save dots | %partita check -
// RUN: %exits 1 %partita grad %s --segment 0 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %exits 1 %partita grad %s --accumulate i32 2>&1 | FileCheck %s --check-prefix=TYPE
func.func @main(%x: tensor<4x4xbf16>, %w: tensor<4x4xbf16>) -> tensor<4x4xbf16> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %c = %x) : tensor<i32>, tensor<4x4xbf16>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %l = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %d = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
    %y = stablehlo.tanh %d : tensor<4x4xbf16>
    stablehlo.return %j, %y : tensor<i32>, tensor<4x4xbf16>
  }
  return %r#1 : tensor<4x4xbf16>
}
// PARTS: stablehlo.while
// PARTS-SAME: : tensor<i32>, tensor<4x4xbf16>, tensor<2x4x4xbf16>{{$}}
// WIDE: stablehlo.while
// WIDE: stablehlo.while
// WIDE-SAME: tensor<i32>, tensor<4x4xbf16>, tensor<4x4xf32>{{$}}
// WIDE: return
// NONE: --segment
// TYPE: --accumulate
