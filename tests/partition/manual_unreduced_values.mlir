// RUN: %partita run %s --random 1 --verify
// An unreduced sum along a manual axis enters manual code as what each device has of it, and leaves as an unreduced sum again.
sdy.mesh @grid = <["r"=2, "c"=2]>
func.func @main(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"r"}, {}]>}) -> tensor<8x6xf32> {
  %p = sdy.sharding_constraint %x <@grid, [{"r"}, {}], unreduced={"c"}> : tensor<8x6xf32>
  %0 = sdy.manual_computation(%p) in_shardings=[<@grid, [{"r"}, {}], unreduced={"c"}>] out_shardings=[<@grid, [{"r"}, {}], unreduced={"c"}>] manual_axes={"r", "c"} (%a: tensor<4x6xf32>) {
    %b = stablehlo.add %a, %a : tensor<4x6xf32>
    sdy.return %b : tensor<4x6xf32>
  } : (tensor<8x6xf32>) -> tensor<8x6xf32>
  %1 = sdy.sharding_constraint %0 <@grid, [{"r"}, {}]> : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}
