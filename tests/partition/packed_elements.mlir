// Elements count as they are packed, when choosing as in the report: two tensors of 2-bit numbers are less to send than
// one of booleans, which take a byte each.
// RUN: %partita partition --objective bytes %s | FileCheck %s
// RUN: %partita cost --objective bytes %s | FileCheck %s --check-prefix=COST
sdy.mesh @mesh = <["x"=4]>

// CHECK: all_to_all
// CHECK-SAME: (tensor<64x256xi2>) -> tensor<256x64xi2>
// CHECK: all_to_all
// CHECK-SAME: (tensor<64x256xi2>) -> tensor<256x64xi2>
// CHECK: compare
// CHECK-NOT: all_to_all
// COST: in all 2 6.00 KiB
func.func @main(%a: tensor<256x256xi2> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<256x256xi2> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<256x256xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<256x256xi2>, tensor<256x256xi2>) -> tensor<256x256xi1>
  return %0 : tensor<256x256xi1>
}
