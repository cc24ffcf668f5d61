// RUN: %partita convert --to stablehlo %s | FileCheck %s
// The name of several results stands for the first.
// CHECK: %[[B:.*]]:2 = stablehlo.optimization_barrier
// CHECK: return %[[B]]#0
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = stablehlo.optimization_barrier %a, %b : tensor<4xf32>, tensor<4xf32>
  return %0 : tensor<4xf32>
}
