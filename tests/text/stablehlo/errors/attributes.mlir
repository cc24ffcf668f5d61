// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
func.func @main(%a: tensor<4x4xf32>) {
  // CHECK: :[[@LINE+1]]:47: error: permutation is given twice [P106]
  %0 = stablehlo.transpose %a, dims = [1, 0] {permutation = array<i64: 1, 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: :[[@LINE+1]]:28: error: iota_dimension must be an integer [P106]
  %1 = "stablehlo.iota"() {iota_dimension = "x"} : () -> tensor<4xi32>
  // CHECK: :[[@LINE+1]]:33: error: no alias #nope is defined in this file [P107]
  %2 = stablehlo.negate %a {x = #nope} : tensor<4x4xf32>
  // CHECK: :[[@LINE+1]]:41: error: the dimension numbers or channel do not follow their grammar [P106]
  %3 = "stablehlo.dot_general"(%a, %a) {dot_dimension_numbers = #stablehlo.dot<foo = [1]>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: :[[@LINE+1]]:41: error: 'a' is given twice [P106]
  %4 = stablehlo.negate %a {x = {a = 1, a = 2}} : tensor<4x4xf32>
  return
}
// CHECK: error: the alias #a is defined by itself [P106]
#a = [#b]
#b = [#a]
