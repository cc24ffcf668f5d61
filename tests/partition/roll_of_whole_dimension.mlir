// A roll along a dimension that is not divided stays two slices.
// RUN: %partita partition %s | FileCheck %s
// CHECK: func.func
// CHECK-NEXT: %[[A:.*]] = stablehlo.slice %a [0:4, 3:8]
// CHECK-NEXT: %[[B:.*]] = stablehlo.slice %a [0:4, 0:3]
// CHECK-NEXT: %r = stablehlo.concatenate %[[A]], %[[B]], dim = 1
// CHECK-NEXT: return %r
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %a [0:8, 3:8] : (tensor<8x8xf32>) -> tensor<8x5xf32>
  %1 = stablehlo.slice %a [0:8, 0:3] : (tensor<8x8xf32>) -> tensor<8x3xf32>
  %r = stablehlo.concatenate %0, %1, dim = 1 : (tensor<8x5xf32>, tensor<8x3xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
