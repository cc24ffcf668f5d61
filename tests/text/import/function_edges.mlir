// sdy.func_data_flow_edge carries sharding over the border of a function. Inlining takes the border away: what is left
// is the hint it had.
// RUN: %partita convert %s | FileCheck %s

sdy.mesh @mesh = <["a"=2]>
// CHECK: func.func public @main(%arg0: tensor<8xf32>)
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.func_data_flow_edge %arg0 : tensor<8xf32>
  // CHECK-NEXT: %[[C:.*]] = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]>
  // CHECK-NEXT: %1 = stablehlo.negate %[[C]]
  %1 = call @foo(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = "sdy.func_data_flow_edge"(%1) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: return %1
  return %2 : tensor<8xf32>
}
func.func private @foo(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.func_data_flow_edge %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
