// An unreduced sum is reduced further while its initial value comes from a mesh that numbers the devices otherwise: the
// initial value counts once, on whichever device its way here left it.
// RUN: %partita run %s --verify --random 1
sdy.mesh @m = <["x"=4], device_ids=[3, 2, 1, 0]>
sdy.mesh @n = <["a"=4, "b"=1]>
func.func @main(%a: tensor<1x1x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x":(2)2}, {?}], unreduced={"x":(1)2}>},
                %init: tensor<f32> {sdy.sharding = #sdy.sharding<@n, []>}) -> (tensor<1xf32>, tensor<1x1x3xf32>) {
  %0 = stablehlo.reduce(%a init: %init) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x1x4xf32>, tensor<f32>) -> tensor<1xf32>
  %1 = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 1, 2>}> ({
  ^bb0(%b: tensor<f32>, %c: tensor<f32>):
    %s = stablehlo.add %b, %c : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x1x4xf32>, tensor<f32>) -> tensor<1x1x3xf32>
  return %0, %1 : tensor<1xf32>, tensor<1x1x3xf32>
}
