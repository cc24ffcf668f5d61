// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// CHECK: :[[@LINE+1]]:19: error: @f has no body; a program must hold all it calls [P100]
func.func private @f(tensor<4xf32>) -> tensor<4xf32>
func.func @main() { return }
// CHECK: :[[@LINE+1]]:1: error: one program is one module; separate programs by a line '// -----' [P100]
module {}
