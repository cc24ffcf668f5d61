// RUN: %partita convert --to stablehlo %s -o %t.mlir && FileCheck %s < %t.mlir
// RUN: %partita convert --to hlo %s -o %t.hlo && %partita convert --to stablehlo %t.hlo | FileCheck %s
// RUN: %partita partition %s -o %t.local.mlir && %partita check %t.local.mlir && %partita cost %s
// RUN: %exits 1 %partita eval --random 1 %s 2>&1 | FileCheck %s --check-prefix=EVAL
// Constants whose elements are not in the text: everything but their elements is known.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  // CHECK: stablehlo.constant dense_resource<__elided__> : tensor<8x4xf32>
  // EVAL: [[@LINE+1]]:{{[0-9]+}}: error: the elements of this constant are not in the text (dense_resource<__elided__>); it can be partitioned, but not evaluated [P400]
  %c = stablehlo.constant dense_resource<__elided__> : tensor<8x4xf32>
  // CHECK: stablehlo.constant dense_resource<weights> : tensor<8x4xf32>
  %d = "stablehlo.constant"() {value = dense_resource<weights> : tensor<8x4xf32>} : () -> tensor<8x4xf32>
  %e = stablehlo.multiply %c, %d : tensor<8x4xf32>
  %0 = stablehlo.add %a, %e : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
