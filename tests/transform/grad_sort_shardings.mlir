// A sort says how it permuted by one more result; the shardings of the others stay with them.
// RUN: %partita grad %s | FileCheck %s
// RUN: %partita grad %s --annotations mhlo --to hlo | FileCheck %s --check-prefix=HLO
// RUN: %partita grad %s | %partita run - --random 1 --verify
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: %[[PLACES:.*]] = stablehlo.iota dim = 1 : tensor<4x8xi32>
  // CHECK: %s:3 = "stablehlo.sort"(%x, %y, %[[PLACES]])
  // CHECK{LITERAL}: {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {"y", ?}]>, <@mesh, [{?}, {?}]>]>}
  // CHECK-COUNT-2: "stablehlo.scatter"(%{{.*}}, %s#2, %ct{{[01]}})
  // HLO: sort
  // HLO-SAME: sharding={{[{][{]}}devices=[2,1,2]<=[4] last_tile_dim_replicate},
  // HLO-SAME: {unknown}
  %s:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<f32>, %j: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {"y", ?}]>]>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  return %s#0, %s#1 : tensor<4x8xf32>, tensor<4x8xf32>
}
