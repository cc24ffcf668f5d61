// RUN: %exits 1 %partita eval %s 2>&1 | FileCheck %s
func.func @main() -> tensor<2xf32> {
  %a = stablehlo.constant dense<1.0> : tensor<2xf32>
  // CHECK: custom_call_unknown.mlir:[[@LINE+1]]:{{[0-9]+}}: error: nobody registered what the custom call @mine means{{.*}} [P400]
  %0 = stablehlo.custom_call @mine(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
