// A value that leaves manual code replicated may be stored divided by the axis that was manual inside: it is cut after it left.
// RUN: %partita run %s --verify --random 1
// Each device sends a part of a sum and what it lacks of the cut, no more.
// RUN: %partita cost %s --max-bytes 16
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%a: tensor<4x6xi32>, %b: tensor<4x6xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>},
                %c: tensor<2x6xi32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}) -> (tensor<4x6xi32>, tensor<2x6xi32>) {
  %0:2 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {?}]>] out_shardings=[<@m, [{?}, {?}]>, <@m, [{?}, {?}]>] manual_axes={"x"} (%p: tensor<2x6xi32>) {
    %g = "stablehlo.all_gather"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, all_gather_dim = 0 : i64, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, use_global_device_ids}> : (tensor<2x6xi32>) -> tensor<4x6xi32>
    %s = "stablehlo.all_reduce"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<i32>, %r: tensor<i32>):
      %t = stablehlo.add %l, %r : tensor<i32>
      stablehlo.return %t : tensor<i32>
    }) : (tensor<2x6xi32>) -> tensor<2x6xi32>
    sdy.return %g, %s : tensor<4x6xi32>, tensor<2x6xi32>
  } : (tensor<4x6xi32>) -> (tensor<4x6xi32>, tensor<2x6xi32>)
  %1 = stablehlo.multiply %0#0, %b : tensor<4x6xi32>
  %2 = stablehlo.multiply %0#1, %c : tensor<2x6xi32>
  return %1, %2 : tensor<4x6xi32>, tensor<2x6xi32>
}
