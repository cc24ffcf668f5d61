// RUN: %partita convert --to hlo %s -o %t.hlo && FileCheck %s < %t.hlo && %partita convert --to stablehlo %t.hlo | FileCheck %s --check-prefix=BACK
// Strings may hold bytes that are no text; HLO text is UTF-8.
// CHECK: backend_config="\001@\254\000"
// BACK: backend_config = "\01@\AC\00"
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @f(%a) {backend_config = "\01@\AC\00"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
