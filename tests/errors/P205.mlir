// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// A region without its return, and one with nothing in it.
func.func @main(%p: tensor<i1>, %a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<f32>
  }, {
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: a region must end in a return, not in stablehlo.negate [P205]
    %1 = stablehlo.negate %a : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  // CHECK-NOT: error:
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: region 0 of stablehlo.if is empty, it must end in a return [P205]
  %2 = "stablehlo.if"(%p) ({}, {
    stablehlo.return %a : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}
