// RUN: split-file %s %t
// RUN: %partita partition %t/row.mlir | FileCheck %t/row.mlir
// RUN: %partita partition %t/columns.mlir | FileCheck %t/columns.mlir
// RUN: %partita run --random 1 --verify %t/row.mlir %t/columns.mlir

//--- row.mlir
// One row of a divided cache: the device that owns it writes it, the others write back what they have. One condition
// tells, and nothing is compared element by element.
// CHECK-NOT: iota
// CHECK: %[[OLD:.*]] = stablehlo.dynamic_slice %cache, %{{.*}}, sizes = [1, 16]
// CHECK-NEXT: %[[MINE:.*]] = stablehlo.compare EQ, {{.*}} -> tensor<i1>
// CHECK-NEXT: %[[NEW:.*]] = stablehlo.select %[[MINE]], %row, %[[OLD]]
// CHECK-NEXT: stablehlo.dynamic_update_slice %cache, %[[NEW]]
sdy.mesh @m = <["x"=2]>
func.func @main(%cache: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %row: tensor<1x16xf32>, %at: tensor<i64>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %0 = stablehlo.constant dense<0> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %cache, %row, %at, %0 : (tensor<8x16xf32>, tensor<1x16xf32>, tensor<i64>, tensor<i64>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

//--- columns.mlir
// Along a dimension that is not divided the op is as it was, on fewer rows.
// CHECK: func.func
// CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0>
// CHECK-NEXT: %r = stablehlo.dynamic_slice %cache, %[[ZERO]], %at, sizes = [4, 4]
// CHECK-NEXT: return %r
sdy.mesh @m = <["x"=2]>
func.func @main(%cache: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %at: tensor<i64>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %0 = stablehlo.constant dense<0> : tensor<i64>
  %r = stablehlo.dynamic_slice %cache, %0, %at, sizes = [8, 4] : (tensor<8x16xf32>, tensor<i64>, tensor<i64>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
