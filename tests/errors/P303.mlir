// RUN: %exits 1 %partita convert --annotations mhlo %s 2>&1 | FileCheck %s
// RUN: %exits 1 %partita convert --to hlo %s 2>&1 | FileCheck %s
// One axis cannot divide two dimensions.
sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: axis "x" is used twice [P303]
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"x"}]>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}
