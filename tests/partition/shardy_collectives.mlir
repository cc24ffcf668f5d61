// Collectives of Shardy's dialect in a program to be partitioned: each says how its result lies, the ones that move the
// data are chosen here, and nothing of the dialect is left in what a device runs.
// RUN: %partita run --random 1 --verify %s
// RUN: %partita partition %s | FileCheck %s
// RUN: %partita partition --to hlo %s | FileCheck %s --check-prefix=HLO
// CHECK-NOT: sdy.all
// CHECK: stablehlo.all_to_all
// CHECK-NOT: sdy.
// CHECK: stablehlo.collective_permute
// CHECK-NOT: sdy.
// CHECK: stablehlo.all_gather
// CHECK-NOT: sdy.
// CHECK: stablehlo.all_reduce
// CHECK-NOT: sdy.
// CHECK: stablehlo.reduce_scatter
// CHECK-NOT: sdy.
// HLO: all-to-all(
// HLO: reduce-scatter(
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) {
  %0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<8x6xf32>
  %1 = stablehlo.tanh %0 : tensor<8x6xf32>
  %2 = sdy.sharding_constraint %1 <@m, [{"x"}, {}]> : tensor<8x6xf32>
  %3 = sdy.all_to_all [{"x"}: 0->1] %2 out_sharding=<@m, [{}, {"x"}]> : tensor<8x6xf32>
  %4 = sdy.collective_permute %3 out_sharding=<@m, [{}, {"y"}]> : tensor<8x6xf32>
  %5 = sdy.all_gather [{}, {"y"}] %4 out_sharding=<@m, [{}, {}]> : tensor<8x6xf32>
  %6 = sdy.replicated_to_unreduced {"x"} %5 out_sharding=<@m, [{}, {}], unreduced={"x"}> : tensor<8x6xf32>
  %7 = sdy.all_reduce {"x"} %6 out_sharding=<@m, [{}, {}]> : tensor<8x6xf32>
  %8 = sdy.sharded_to_unreduced [{"x"}, {}] %2 out_sharding=<@m, [{}, {}], unreduced={"x"}> : tensor<8x6xf32>
  %9 = sdy.reduce_scatter [{"x"}, {}] %8 out_sharding=<@m, [{"x"}, {}]> : tensor<8x6xf32>
  return %5, %7, %9 : tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>
}
