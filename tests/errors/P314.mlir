// RUN: %exits 1 %partita propagate --shard 'arg0=[{"x"}]' %s 2>&1 | FileCheck %s
// CHECK: error: --shard needs a mesh to speak of; give one, say --mesh x=4,y=2 [P314]
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
