// RUN: %exits 1 %partita convert --annotations mhlo %s 2>&1 | FileCheck %s
// RUN: %exits 1 %partita convert --to hlo %s 2>&1 | FileCheck %s
// A comma is missing between dimensions.
sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK: [[@LINE+1]]:{{[0-9]+}}: error: expected ']', found '{' [P300]
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"} {}]>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}
