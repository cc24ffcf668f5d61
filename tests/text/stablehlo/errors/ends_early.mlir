// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// CHECK: error: the text ends inside a region; a '}' is missing [P100]
// CHECK-NOT: error
module {
  func.func @main(%a: tensor<4x4xf32>) {
    %2 = stablehlo.negate %a : tensor<4x4xf32>
