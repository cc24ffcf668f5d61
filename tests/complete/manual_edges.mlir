// RUN: %partita propagate %s | FileCheck %s
// RUN: %partita propagate --to hlo %s | FileCheck %s --check-prefix=HLO
// The edges of manual code say what was completed; inside, only the other axes are said.
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x4xf32> {
  // CHECK: sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x"}
  // HLO: %b = f32[2,4] custom-call({{.*}}), custom_call_target="SPMDFullToShardShape", sharding={devices=[1,2,4]<=[4,2]T(1,0) last_tile_dims={manual}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {?}]>] out_shardings=[<@mesh, [{"x"}, {?}]>] manual_axes={"x"} (%b: tensor<2x4xf32>) {
    // CHECK: stablehlo.negate %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>}
    // HLO: negate(%b), sharding={devices=[1,2,4]<=[4,2]T(1,0) last_tile_dims={manual}}
    %1 = stablehlo.negate %b : tensor<2x4xf32>
    sdy.return %1 : tensor<2x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
