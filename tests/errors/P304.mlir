// RUN: %exits 1 %partita convert --annotations mhlo %s 2>&1 | FileCheck %s
// RUN: %exits 1 %partita convert --to hlo %s 2>&1 | FileCheck %s
// A sub-axis that does not divide its axis.
sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: (1)3 is not a piece of axis "x"{{.*}} [P304]
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)3}, {}]>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}
