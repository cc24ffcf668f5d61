// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// A constraint of the specification, by its label there.
func.func @main(%a: tensor<4x2xf32>) -> tensor<7xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reshape (C2): tensor<4x2xf32> and tensor<7xf32> have different numbers of elements [P203]
  %0 = stablehlo.reshape %a : (tensor<4x2xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
