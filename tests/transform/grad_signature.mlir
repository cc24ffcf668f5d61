// What a gradient takes and gives: the arguments, a cotangent for each result of floats; a gradient for each argument of
// floats. Shardings go with the values they belong to; an alias of a result that is gone goes.
// RUN: %partita grad %s | FileCheck %s --check-prefix=ALL
// RUN: %partita grad %s --wrt w --of out2 | FileCheck %s --check-prefix=SOME
// RUN: %partita grad %s --wrt arg1,x --of out0 --value | FileCheck %s --check-prefix=VALUE
// RUN: %partita grad %s --to hlo | FileCheck %s --check-prefix=HLO
// RUN: %partita grad %s | %partita partition - | FileCheck %s --check-prefix=PART
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>, tf.aliasing_output = 0 : i32}, %n: tensor<8xi32>) -> (tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<8xi32>, tensor<f32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.tanh %0 : tensor<8x32xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<f32>
  return %1, %n, %2 : tensor<8x32xf32>, tensor<8xi32>, tensor<f32>
}
// ALL-LABEL: func.func public @main(
// ALL-SAME{LITERAL}: %x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}
// ALL-SAME{LITERAL}: %w: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}
// ALL-SAME{LITERAL}: %n: tensor<8xi32>
// ALL-SAME{LITERAL}: %ct0: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}
// ALL-SAME{LITERAL}: %ct2: tensor<f32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
// ALL: stablehlo.tanh

// The tanh is not on the way.
// SOME-LABEL: func.func public @main(
// SOME-SAME{LITERAL}: %ct2: tensor<f32>) -> (tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
// SOME-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %ct2, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
// SOME-NEXT: return %[[B]] : tensor<16x32xf32>

// In the order that is asked for, behind the program's own results.
// VALUE-LABEL: func.func public @main(
// VALUE-SAME: tf.aliasing_output = 0 : i32
// VALUE-SAME{LITERAL}: -> (tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<8xi32>, tensor<f32>, tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
// VALUE: return %1, %n, %2,

// HLO: ENTRY
// HLO: parameter(4)
// HLO: ROOT %{{.*}} = (f32[8,16], f32[16,32]) tuple

// The gradient of w is a sum over the batch, which is divided along x.
// PART: all_reduce
