// RUN: %partita partition %s -o %t.mlir && %partita check %t.mlir
// RUN: %exits 1 %partita eval --random 1 %s 2>&1 | FileCheck %s
// A sharding call that gives more than it takes means nothing to anyone; it passes through, and only running is refused.
func.func @main(%x: tensor<4x8xf32> {mhlo.sharding = "{devices=[2,1]0,1}"}) -> tuple<tensor<4x8xf32>, tensor<4x8xf32>> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: @Sharding gives what it takes, but it has more results than operands
  %0 = "mhlo.custom_call"(%x) {call_target_name = "Sharding", mhlo.sharding = "{{devices=[2,1]0,1}, {replicated}}"} : (tensor<4x8xf32>) -> tuple<tensor<4x8xf32>, tensor<4x8xf32>>
  return %0 : tuple<tensor<4x8xf32>, tensor<4x8xf32>>
}
