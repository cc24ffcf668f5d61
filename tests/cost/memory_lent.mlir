// Donated arguments, and results whose memory serves temporaries until they are made. 64x64xf32 is 16384 bytes.
// RUN: %partita cost --json --entry named_first %s | FileCheck %s --check-prefix=NAMED
// RUN: %partita cost --json --entry one_result_for_two %s | FileCheck %s --check-prefix=ONE
// RUN: %partita cost --json --entry lent_until_made %s | FileCheck %s --check-prefix=UNTIL
// RUN: %partita cost --json --entry smallest_place %s | FileCheck %s --check-prefix=SMALLEST

// %b names the first result, so %a, which is only given away, takes the second.
// NAMED: "results": 32768,
// NAMED-NEXT: "aliased": 32768,
func.func @named_first(%a: tensor<64x64xf32> {jax.buffer_donor = true}, %b: tensor<64x64xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = stablehlo.tanh %a : tensor<64x64xf32>
  %1 = stablehlo.tanh %b : tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// A result takes the memory of one argument only.
// ONE: "results": 16384,
// ONE-NEXT: "aliased": 16384,
func.func @one_result_for_two(%a: tensor<64x64xf32> {jax.buffer_donor = true}, %b: tensor<64x64xf32> {jax.buffer_donor = true}) -> tensor<64x64xf32> {
  %0 = stablehlo.add %a, %b : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// The iota lies where the result will be; the product in between, which the result is made from, does not.
// UNTIL: "arguments": 0,
// UNTIL: "temporaries": 16384,
// UNTIL-NEXT: "at": "%1",
func.func @lent_until_made() -> tensor<64x64xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<64x64xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// The large product lies in the first result, the small one in the second, which is the smallest place it fits in. Beside
// them are the two columns that the results are made from.
// SMALLEST: "temporaries": 384,
func.func @smallest_place(%a: tensor<64x64xf32>, %b: tensor<32x32xf32>, %v: tensor<64x1xf32>, %u: tensor<32x1xf32>) -> (tensor<64x64xf32>, tensor<32x32xf32>) {
  %0 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  %3 = stablehlo.dot_general %0, %u, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x1xf32>) -> tensor<32x1xf32>
  %4 = stablehlo.dot_general %2, %v, contracting_dims = [1] x [1] : (tensor<64x1xf32>, tensor<64x1xf32>) -> tensor<64x64xf32>
  %5 = stablehlo.dot_general %3, %u, contracting_dims = [1] x [1] : (tensor<32x1xf32>, tensor<32x1xf32>) -> tensor<32x32xf32>
  return %4, %5 : tensor<64x64xf32>, tensor<32x32xf32>
}
