// Take along an axis: the first column counts rows, so that each device finds its rows at home. Nothing is looked for,
// and nothing masked.
// RUN: %partita partition %s | FileCheck %s
// RUN: %partita run --random 1 --verify %s
// CHECK-NOT: {{all_gather|all_reduce|permute|select|compare}}
// CHECK: "stablehlo.gather"(%a, {{.*}} : (tensor<4x16xf32>, tensor<4x2xi64>) -> tensor<4xf32>
// CHECK-NEXT: return
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %i: tensor<8x1xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  %0 = stablehlo.iota dim = 0 : tensor<8x1xi32>
  %1 = stablehlo.concatenate %0, %i, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
  %r = "stablehlo.gather"(%a, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x16xf32>, tensor<8x2xi32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
