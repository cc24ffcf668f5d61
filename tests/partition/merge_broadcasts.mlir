// RUN: %partita partition %s --print-after merge -o %t 2>&1 | FileCheck %s
// RUN: %partita run %s --random 1
// What XLA's export to HLO splits into several ops is one again; constants with dimensions have one use each.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %v: tensor<4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xi32>, tensor<1x4xi32>, tensor<4xf32>) {
  // CHECK: %stretched = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
  %same = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %row = stablehlo.reshape %same : (tensor<8x1xf32>) -> tensor<8xf32>
  %stretched = stablehlo.broadcast_in_dim %row, dims = [0] : (tensor<8xf32>) -> tensor<8x4xf32>
  // CHECK-NEXT: %columns = stablehlo.iota dim = 1 : tensor<8x4xi32>
  %count = stablehlo.iota dim = 0 : tensor<4xi32>
  %columns = stablehlo.broadcast_in_dim %count, dims = [1] : (tensor<4xi32>) -> tensor<8x4xi32>
  // CHECK-NEXT: %line = stablehlo.iota dim = 1 : tensor<1x4xi32>
  %line = stablehlo.reshape %count : (tensor<4xi32>) -> tensor<1x4xi32>
  // A dimension that is moved is not stretched.
  // CHECK-NEXT: %turned = stablehlo.broadcast_in_dim %v, dims = [1]
  %turned = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  // CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
  // CHECK-NEXT: %p = stablehlo.add %v, %[[ONE]]
  // CHECK: %[[TWO:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
  // CHECK-NEXT: %q = stablehlo.multiply %p, %[[TWO]]
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %p = stablehlo.add %v, %one : tensor<4xf32>
  %q = stablehlo.multiply %p, %one : tensor<4xf32>
  return %stretched, %turned, %columns, %line, %q : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xi32>, tensor<1x4xi32>, tensor<4xf32>
}
