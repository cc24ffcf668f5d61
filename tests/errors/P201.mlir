// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// An op with results it does not give.
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: stablehlo.optimization_barrier gives 1 results here, not 2 [P201]
  %0:2 = "stablehlo.optimization_barrier"(%a) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0 : tensor<4xf32>
}
