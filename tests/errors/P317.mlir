// RUN: %partita propagate -v %s 2>&1 >/dev/null | FileCheck %s
// RUN: %partita propagate %s 2>&1 >/dev/null | FileCheck %s --allow-empty --check-prefix=QUIET
// A note has no code of its own to show; P317 is this one's.
// QUIET-NOT: note
sdy.mesh @mesh = <["x"=4]>
// CHECK: [[@LINE+1]]:{{[0-9]+}}: note: dimension 0 of size 6 is divided among 4: shards of 2, the last ones padded
func.func @main(%a: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<6xf32> {
  return %a : tensor<6xf32>
}
