// What a device must hold. Each function is one rule; --json has the figures.
// RUN: %partita cost --json --entry fused %s | FileCheck %s --check-prefix=FUSED
// RUN: %partita cost --json --entry in_place %s | FileCheck %s --check-prefix=PLACE
// RUN: %partita cost --json --entry loop %s | FileCheck %s --check-prefix=LOOP
// RUN: %partita cost --json --entry lent %s | FileCheck %s --check-prefix=LENT
// RUN: %partita cost --json --entry donated %s | FileCheck %s --check-prefix=DONATED
// RUN: %partita cost --json --entry given_away %s | FileCheck %s --check-prefix=DONATED
// RUN: %partita cost --entry fused %s | FileCheck %s --check-prefix=TABLE

// 64x64xf32 is 16384 bytes. The add is computed in the tanh; the tanh, which the dot reads, has the only temporary.
// FUSED: "peak": 49152,
// FUSED-NEXT: "arguments": 16384,
// FUSED-NEXT: "results": 16384,
// FUSED-NEXT: "aliased": 0,
// FUSED-NEXT: "temporaries": 16384,
// TABLE: peak memory: 48.00 KiB: arguments 16.00 KiB, results 16.00 KiB, temporaries 16.00 KiB
// TABLE-NEXT: temporaries are most in tanh at {{.*}}memory.mlir:[[@LINE+5]], the largest of 1 then:
// TABLE-NEXT: 16.00 KiB  tensor<64x64xf32>  tanh at
func.func @fused(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.add %a, %a : tensor<64x64xf32>
  %2 = stablehlo.negate %0 : tensor<64x64xf32>
  %1 = stablehlo.tanh %2 : tensor<64x64xf32>
  %3 = stablehlo.dot_general %1, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

// The tanh is written where the dot's result was; the second dot makes another: two at once, one of them the result's
// (which is lent until then).
// PLACE: "temporaries": 16384,
func.func @in_place(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.tanh %0 : tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// The carry has one buffer, the stack is updated in place; in the body the dot's result is beside the old carry, which
// it reads: 2 * 16384, and the stack of 4 * 16384 is the result's; the counter has 4, and its next value 4: the old one is read after it.
// LOOP: "results": 65536,
// LOOP-NEXT: "aliased": 0,
// LOOP-NEXT: "temporaries": 32776,
func.func @loop(%a: tensor<64x64xf32>) -> tensor<4x64x64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<4x64x64xf32>
  %r:3 = stablehlo.while(%i = %zero, %x = %a, %s = %none) : tensor<i32>, tensor<64x64xf32>, tensor<4x64x64xf32>
    cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %part = stablehlo.reshape %y : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
      %t = stablehlo.dynamic_update_slice %s, %part, %i, %zero, %zero : (tensor<4x64x64xf32>, tensor<1x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x64x64xf32>
      stablehlo.return %next, %y, %t : tensor<i32>, tensor<64x64xf32>, tensor<4x64x64xf32>
    }
  return %r#2 : tensor<4x64x64xf32>
}

// The first result is made last: the product before it uses its memory.
// LENT: "temporaries": 0,
func.func @lent(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.tanh %0 : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// DONATED: "peak": 16384,
// DONATED: "aliased": 16384,
// DONATED-NEXT: "temporaries": 0,
func.func @donated(%a: tensor<64x64xf32> {tf.aliasing_output = 0 : i32}) -> tensor<64x64xf32> {
  %1 = stablehlo.tanh %a : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// Given away without a name: the result of the same type takes it over, so this is as much as the one before.
func.func @given_away(%a: tensor<64x64xf32> {jax.buffer_donor = true}) -> tensor<64x64xf32> {
  %1 = stablehlo.tanh %a : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
