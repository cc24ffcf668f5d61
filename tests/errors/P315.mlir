// RUN: %exits 1 %partita propagate --mesh x=4 --shard 'prodct=[{"x"}]' %s 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: %exits 1 %partita propagate --why arg7 %s 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: %exits 1 %partita propagate --why pair %s 2>&1 | FileCheck %s --check-prefix=SEVERAL
// NEAR: error: --shard 'prodct=[{"x"}]': no value is called 'prodct'; close to it are %product [P315]
// FAR: P315.mlir: error: no value is called 'arg7'; arg0 to arg0, out0 to out0, the name of an op, or of its loc(…) are understood [P315]
// SEVERAL: error: pair has 2 results: say pair#0 to pair#1 [P315]
func.func @main(%input: tensor<8xf32>) -> tensor<8xf32> {
  %product = stablehlo.multiply %input, %input : tensor<8xf32>
  %pair:2 = stablehlo.optimization_barrier %product, %product : tensor<8xf32>, tensor<8xf32>
  return %pair#0 : tensor<8xf32>
}
