// RUN: %partita partition %s | FileCheck %s
// RUN: %partita run %s --random 1 --verify
// %mask is stored by rows and wanted by columns: rows and columns are on every device, so it is compared again.
sdy.mesh @mesh = <["x"=4]>
// CHECK: func.func public @main
// CHECK-COUNT-2: stablehlo.compare
// CHECK-NOT: all_to_all
// CHECK-NOT: all_gather
// CHECK-NOT: collective_permute
func.func @main(%rows: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
                %columns: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
    -> (tensor<8x8xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
        tensor<8x8xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.broadcast_in_dim %rows, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.broadcast_in_dim %columns, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %mask = stablehlo.compare GE, %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
  return %mask, %mask : tensor<8x8xi1>, tensor<8x8xi1>
}
