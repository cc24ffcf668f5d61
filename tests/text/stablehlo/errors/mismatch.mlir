// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x4xi32>) -> tensor<4x4xf32> {
  // CHECK: :[[@LINE+1]]:31: error: operand 1 has type tensor<4x4xi32>, here it is written as tensor<4x4xf32> [P108]
  %0 = stablehlo.add %a, %b : tensor<4x4xf32>
  // CHECK: :[[@LINE+1]]:28: error: operand 0 has type tensor<4x4xf32>, here it is written as tensor<4x4xi32> [P108]
  %2 = stablehlo.abs %a : (tensor<4x4xi32>) -> tensor<4x4xi32>
  // CHECK: :[[@LINE+1]]:30: error: the operands of stablehlo.abs are 1, their types 0 [P108]
  %3 = "stablehlo.abs"(%a) : () -> tensor<4x4xi32>
  // CHECK: :[[@LINE+1]]:3: error: 2 results are named, stablehlo.abs has 1 [P201]
  %4:2 = stablehlo.abs %a : tensor<4x4xf32>
  // CHECK: :[[@LINE+1]]:15: error: operand 0 has type tensor<4x4xi32>, here it is written as tensor<4x4xf32> [P108]
  return %b : tensor<4x4xf32>
}
