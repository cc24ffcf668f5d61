// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
#x = 1
// CHECK: :[[@LINE+1]]:1: error: #x is defined twice [P103]
#x = 2
// CHECK: :[[@LINE+1]]:33: error: %a is defined already [P103]
func.func @f(%a: tensor<4xf32>, %a: tensor<f32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @g(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %a : tensor<4xf32>
  // CHECK: :[[@LINE+1]]:3: error: %0 is defined already [P103]
  %0 = stablehlo.negate %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK: :[[@LINE+1]]:11: error: a function @g exists already [P103]
func.func @g() { return }
sdy.mesh @mesh = <["x"=2]>
// CHECK: :[[@LINE+1]]:10: error: a mesh @mesh exists already [P103]
sdy.mesh @mesh = <["x"=2]>
