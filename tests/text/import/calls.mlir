// What a call gives keeps the call's name; shardings on a call and on a named computation become constraints there.
// RUN: %partita convert %s | FileCheck %s
// RUN: %partita convert %s --to hlo | FileCheck %s --check-prefix=HLO

sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %{{.*}} = stablehlo.negate %arg0
  // CHECK: %0 = sdy.sharding_constraint %{{.*}} <@mesh, [{"x"}]>
  %0 = call @minus(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %named = stablehlo.negate %0
  // HLO: %named = f32[4] negate(
  %named = call @minus(%0) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[NEG:.*]] = stablehlo.negate %named
  // CHECK: %[[EXP:.*]] = stablehlo.exponential %[[NEG]]
  // CHECK: %[[A:.*]] = sdy.sharding_constraint %[[NEG]] <@mesh, [{?}]>
  // CHECK: %[[B:.*]] = sdy.sharding_constraint %[[EXP]] <@mesh, [{"x", ?}], replicated={}>
  %1:2 = call @both(%named) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}]>, <@mesh, [{"x", ?}], replicated={}>]>} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // CHECK: %[[IN:.*]] = sdy.sharding_constraint %[[B]] <@mesh, [{"x"}]>
  // CHECK: %[[IN2:.*]] = sdy.sharding_constraint %[[A]] <@mesh, [{?}]>
  // CHECK: %[[ADD:.*]] = stablehlo.add %[[IN]], %[[IN2]]
  // CHECK: %2 = sdy.sharding_constraint %[[ADD]] <@mesh, [{}]>
  %2 = sdy.named_computation<"sum">(%1#1, %1#0) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{?}]>] out_shardings=[<@mesh, [{}]>] (%a: tensor<4xf32>, %b: tensor<4xf32>) {
    %3 = stablehlo.add %a, %b : tensor<4xf32>
    sdy.return %3 : tensor<4xf32>
  } : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return %2
  return %2 : tensor<4xf32>
}
func.func private @minus(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @both(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<4xf32>
  %1 = stablehlo.exponential %0 : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
