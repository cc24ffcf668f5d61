// At the border of manual code nothing moves but what must: 110 over x and y are parts of 28, 28, 28 and 26; inside, where x
// is manual, 55 and 55 over y are 28, 27, 28 and 27. Where the manual axis itself leaves a rest, as 9 over z, the code sees
// zeros there.
// RUN: %partita run %s --verify --random 1
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%a: tensor<110xi32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}]>},
                %b: tensor<9xi32> {sdy.sharding = #sdy.sharding<@m, [{"z"}]>})
    -> (tensor<110xi32>, tensor<110xi32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}]>}, tensor<2xi32>) {
  %0 = stablehlo.add %a, %a : tensor<110xi32>
  %1:2 = sdy.manual_computation(%0) in_shardings=[<@m, [{"x", ?}]>] out_shardings=[<@m, [{}]>, <@m, [{"x", ?}]>] manual_axes={"x"} (%p: tensor<55xi32>) {
    %g = "stablehlo.all_gather"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, all_gather_dim = 0 : i64, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<55xi32>) -> tensor<110xi32>
    %r = stablehlo.reverse %p, dims = [0] : tensor<55xi32>
    sdy.return %g, %r : tensor<110xi32>, tensor<55xi32>
  } : (tensor<110xi32>) -> (tensor<110xi32>, tensor<110xi32>)
  %one = stablehlo.constant dense<1> : tensor<9xi32>
  %more = stablehlo.add %b, %one : tensor<9xi32>
  %2 = sdy.manual_computation(%more) in_shardings=[<@m, [{"z"}]>] out_shardings=[<@m, [{"z"}]>] manual_axes={"z"} (%q: tensor<5xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
    %v = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
    sdy.return %v : tensor<1xi32>
  } : (tensor<9xi32>) -> tensor<2xi32>
  return %1#0, %1#1, %2 : tensor<110xi32>, tensor<110xi32>, tensor<2xi32>
}
