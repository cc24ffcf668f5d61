// A call that asks for the smallest elements: the smallest of each device, and of these the smallest.
// RUN: %partita partition --objective bytes %s | FileCheck %s
// RUN: sed 's/, largest = false//' %s | %partita partition --objective bytes - | FileCheck %s --check-prefix=LARGEST
// RUN: sed 's/largest = false/largest = true/' %s | %partita partition --objective bytes - | FileCheck %s --check-prefix=LARGEST
// CHECK: "mhlo.topk"(%a) <{k = 4 : i64, largest = false}> : (tensor<3x20000xf32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
// CHECK: "stablehlo.sort"
// CHECK: stablehlo.compare LT
// LARGEST: "mhlo.topk"(%a) <{k = 4 : i64, largest = true}> : (tensor<3x20000xf32>)
// LARGEST: stablehlo.compare GT
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<3x40000xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}) -> (tensor<3x4xf32>, tensor<3x4xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 4 : i64, largest = false}} : (tensor<3x40000xf32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
  return %0#0, %0#1 : tensor<3x4xf32>, tensor<3x4xi32>
}
