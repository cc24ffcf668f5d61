// RUN: %partita convert --to stablehlo %s | FileCheck %s
// RUN: %partita run --random 1 --verify %s
// Shardings on arguments and results of a called function are constraints at each call.
sdy.mesh @mesh = <["x"=2]>
// CHECK-LABEL: func.func public @main
// CHECK: %[[IN:.*]] = sdy.sharding_constraint %a <@mesh, [{"x"}]>
// CHECK: %[[ABS:.*]] = stablehlo.abs %[[IN]]
// CHECK: %[[OUT:.*]] = sdy.sharding_constraint %[[ABS]] <@mesh, [{}]>
// CHECK: return %[[OUT]]
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @f(%p: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = stablehlo.abs %p : tensor<8xf32>
  return %0 : tensor<8xf32>
}
