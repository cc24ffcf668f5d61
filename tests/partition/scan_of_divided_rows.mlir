// A scan along columns, rows divided: what is carried has no columns.
// RUN: %partita partition %s | FileCheck %s
// RUN: %partita run --random 1 --verify %s
// CHECK: chlo.scan(%a) inits(%z) dimension=1
// CHECK-NEXT: ^bb0(%x: tensor<3xf32>, %c: tensor<3xf32>)
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<6x5xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %z: tensor<6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<6x5xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, tensor<6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  %0:2 = chlo.scan(%a) inits(%z) dimension=1 {
  ^bb0(%x: tensor<6xf32>, %c: tensor<6xf32>):
    %s = stablehlo.add %x, %c : tensor<6xf32>
    stablehlo.return %s, %s : tensor<6xf32>, tensor<6xf32>
  } : (tensor<6x5xf32>, tensor<6xf32>) -> (tensor<6x5xf32>, tensor<6xf32>)
  return %0#0, %0#1 : tensor<6x5xf32>, tensor<6xf32>
}
