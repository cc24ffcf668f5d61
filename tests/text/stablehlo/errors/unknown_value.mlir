// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: :[[@LINE+1]]:26: error: %b is not defined before this use [P102]
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  // CHECK: :[[@LINE+1]]:22: error: %2 is not defined before this use [P102]
  %1 = stablehlo.add %2, %a : tensor<4xf32>
  %2 = stablehlo.add %a, %a : tensor<4xf32>
  %3:2 = stablehlo.optimization_barrier %a, %a : tensor<4xf32>, tensor<4xf32>
  // CHECK: :[[@LINE+1]]:25: error: %3 has 2 results, there is no #2 [P102]
  %4 = stablehlo.negate %3#2 : tensor<4xf32>
  // Manual code does not see the values around it.
  %6 = sdy.manual_computation(%a) in_shardings=[<@m, [{}]>] out_shardings=[<@m, [{}]>] manual_axes={} (%x: tensor<4xf32>) {
    // CHECK: :[[@LINE+1]]:16: error: %a is not defined before this use [P102]
    sdy.return %a : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
