// Only a result says what the global program was; read back, the local program gives the global tensor. The function
// stands where it stood.
// RUN: %partita partition %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %partita run %s --outputs %t.npz
// RUN: %partita run %t.mlir --expect %t.npz
// CHECK: func.func public @main() -> (tensor<2xf32> {mhlo.frontend_attributes = {partita.global = "tensor<4xf32>"
// CHECK: {{^}}  } loc("here.py":3:1)
sdy.mesh @m = <["x"=2]>
func.func @main() -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  %0 = stablehlo.iota dim = 0 : tensor<4xf32>
  return %0 : tensor<4xf32>
} loc("here.py":3:1)
