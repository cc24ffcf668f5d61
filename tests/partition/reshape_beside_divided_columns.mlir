// Boundaries of rows move where 10 become 5x2; the columns beside them are divided and stay.
// RUN: %partita partition -v %s 2>&1 | FileCheck %s
// CHECK: collective-permute along x 1 15.62 KiB
// CHECK: in all 1 15.62 KiB
// RUN: %partita run --random 1 --verify %s
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x4000xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> (tensor<5x2x4000xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}, {"y"}]>}) {
  %r = stablehlo.reshape %a : (tensor<10x4000xf32>) -> tensor<5x2x4000xf32>
  return %r : tensor<5x2x4000xf32>
}
