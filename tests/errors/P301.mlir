// RUN: %exits 1 %partita convert --annotations mhlo %s 2>&1 | FileCheck %s
// RUN: %exits 1 %partita convert --to hlo %s 2>&1 | FileCheck %s
// The sharding is on a mesh that nobody declared.
sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: no mesh is named @grid [P301]
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}
