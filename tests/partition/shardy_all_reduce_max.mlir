// RUN: %partita run --random 1 --verify %s
// RUN: %partita partition %s | FileCheck %s
// RUN: %partita convert %s | %partita partition - | FileCheck %s
// Shardy's collectives may state how they reduce, before the axes; it is the reduction of the operand's unreduced axes.
// CHECK: stablehlo.all_reduce
// CHECK: stablehlo.maximum
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced=max{"x"}>}) -> tensor<8x6xf32> {
  %0 = sdy.all_reduce max {"x"} %a out_sharding=<@m, [{}, {}]> : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
