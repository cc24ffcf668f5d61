// Loops and branches: what they carry, capture and give. 64x64xf32 is 16384 bytes, 64x1xf32 is 256, a counter 4. The
// next value of a counter is written in its place.
// RUN: %partita cost --json --entry carried_in_place %s | FileCheck %s --check-prefix=CARRIED
// RUN: %partita cost --json --entry two_carries_of_one_value %s | FileCheck %s --check-prefix=TWO
// RUN: %partita cost --json --entry carried_unchanged %s | FileCheck %s --check-prefix=UNCHANGED
// RUN: %partita cost --json --entry captured %s | FileCheck %s --check-prefix=CAPTURED
// RUN: %partita cost --json --entry captured_by_combiner %s | FileCheck %s --check-prefix=COMBINER
// RUN: %partita cost --json --entry branches %s | FileCheck %s --check-prefix=BRANCHES
// RUN: %partita cost --json --entry cases %s | FileCheck %s --check-prefix=CASES

// The carry, which is a copy of %a, and the product between: the last product is written into the carry, which nobody
// reads any more. The counter lies in the result, which is made after the loop.
// CARRIED: "temporaries": 32768,
// CARRIED-NEXT: "at": "%y",
func.func @carried_in_place(%a: tensor<64x64xf32>, %v: tensor<64x1xf32>) -> tensor<64x1xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%x = %a, %i = %zero) : tensor<64x64xf32>, tensor<i32>
    cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %z = stablehlo.dot_general %y, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      stablehlo.return %z, %next : tensor<64x64xf32>, tensor<i32>
    }
  %s = stablehlo.dot_general %r#0, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %s : tensor<64x1xf32>
}

// One carry is kept where the product was, the other is a copy of it; both are updated in place. The condition has a
// byte, beside the counter, which lies in the result.
// TWO: "temporaries": 32769,
func.func @two_carries_of_one_value(%a: tensor<64x64xf32>, %v: tensor<64x1xf32>) -> tensor<64x1xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %r:3 = stablehlo.while(%i = %zero, %x = %0, %y = %0) : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
    cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %xx = stablehlo.negate %x : tensor<64x64xf32>
      %yy = stablehlo.tanh %y : tensor<64x64xf32>
      stablehlo.return %next, %xx, %yy : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
    }
  %s = stablehlo.add %r#1, %r#2 : tensor<64x64xf32>
  %t = stablehlo.dot_general %s, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %t : tensor<64x1xf32>
}

// What every round hands on as it got it stays until the loop ends, though nobody reads it then; it is no copy. Beside
// it are the next value of %x, which is copied into its place, the result's, and the counter.
// UNCHANGED: "temporaries": 16644,
func.func @carried_unchanged(%a: tensor<64x64xf32>, %v: tensor<64x1xf32>) -> tensor<64x1xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %r:3 = stablehlo.while(%i = %zero, %w = %0, %x = %v) : tensor<i32>, tensor<64x64xf32>, tensor<64x1xf32>
    cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
      stablehlo.return %next, %w, %y : tensor<i32>, tensor<64x64xf32>, tensor<64x1xf32>
    }
  return %r#2 : tensor<64x1xf32>
}

// %0 is read at the beginning of each round, so it is there at the end of each too, when the largest product is made.
// CAPTURED: "temporaries": 49156,
// CAPTURED-NEXT: "at": "%zz",
func.func @captured(%a: tensor<64x64xf32>, %v: tensor<64x1xf32>, %u: tensor<1x64xf32>) -> tensor<64x1xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %r:2 = stablehlo.while(%i = %zero, %x = %v) : tensor<i32>, tensor<64x1xf32>
    cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
      %z = stablehlo.dot_general %y, %u, contracting_dims = [1] x [0] : (tensor<64x1xf32>, tensor<1x64xf32>) -> tensor<64x64xf32>
      %zz = stablehlo.dot_general %z, %z, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %t = stablehlo.dot_general %zz, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
      stablehlo.return %next, %t : tensor<i32>, tensor<64x1xf32>
    }
  return %r#1 : tensor<64x1xf32>
}

// The reduction reads %0 while it runs: its result cannot be lent to it.
// COMBINER: "temporaries": 4,
func.func @captured_by_combiner(%a: tensor<64xf32>, %m: tensor<32xf32>, %z: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : (tensor<64xf32>, tensor<64xf32>) -> tensor<f32>
  %1 = stablehlo.reduce(%m init: %z) across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %least = stablehlo.maximum %y, %0 : tensor<f32>
    %most = stablehlo.maximum %x, %least : tensor<f32>
    stablehlo.return %most : tensor<f32>
  }
  return %1 : tensor<f32>
}

// What a branch makes and returns lies in the room of %0. One needs a product on the way; the other returns %1, which was
// there before and stays.
// BRANCHES: "temporaries": 49152,
// BRANCHES-NEXT: "at": "%x",
func.func @branches(%a: tensor<64x64xf32>, %v: tensor<64x1xf32>, %p: tensor<i1>) -> tensor<64x1xf32> {
  %1 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = "stablehlo.if"(%p) ({
    %x = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %y = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    stablehlo.return %y : tensor<64x64xf32>
  }, {
    stablehlo.return %1 : tensor<64x64xf32>
  }) : (tensor<i1>) -> tensor<64x64xf32>
  %2 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %2 : tensor<64x1xf32>
}

// The same of a case.
// CASES: "temporaries": 32768,
// CASES-NEXT: "at": "%x",
func.func @cases(%a: tensor<64x64xf32>, %v: tensor<64x1xf32>, %p: tensor<i32>) -> tensor<64x1xf32> {
  %0 = "stablehlo.case"(%p) ({
    stablehlo.return %a : tensor<64x64xf32>
  }, {
    %x = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %y = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    stablehlo.return %y : tensor<64x64xf32>
  }) : (tensor<i32>) -> tensor<64x64xf32>
  %2 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %2 : tensor<64x1xf32>
}
