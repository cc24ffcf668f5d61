// RUN: %exits 1 %partita convert --annotations mhlo %s 2>&1 | FileCheck %s
// RUN: %exits 1 %partita convert --to hlo %s 2>&1 | FileCheck %s
// A priority where there is nothing to decide.
sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: a closed dimension without axes takes no priority [P308]
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}p1, {"x"}]>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}
