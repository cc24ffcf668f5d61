// A dimension whose factor is whole may have an axis of size 1, and no other one in front of it.
// RUN: %partita run %s --verify --random 1
sdy.mesh @m = <["x"=2, "y"=1, "z"=2]>
func.func @main(%a: tensor<2x2x2x2xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {}, {"z"}]>})
    -> (tensor<2x2x2x2xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}, {}, {"y", "z"}]>}) {
  %0 = stablehlo.reverse %a, dims = [3] : tensor<2x2x2x2xf32>
  %1 = "stablehlo.sort"(%0) <{dimension = 3 : i64, is_stable = true}> ({
  ^bb0(%b: tensor<f32>, %c: tensor<f32>):
    %less = stablehlo.compare LT, %b, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  %i = stablehlo.iota dim = 2 : tensor<2x2x2x2xi32>
  %j = stablehlo.iota dim = 3 : tensor<2x2x2x2xi32>
  %same = stablehlo.compare EQ, %i, %j : (tensor<2x2x2x2xi32>, tensor<2x2x2x2xi32>) -> tensor<2x2x2x2xi1>
  %eight = stablehlo.constant dense<8.0> : tensor<2x2x2x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2x2x2x2xf32>
  %diagonal = stablehlo.select %same, %eight, %zero : tensor<2x2x2x2xi1>, tensor<2x2x2x2xf32>
  %t = stablehlo.transpose %1, dims = [0, 1, 3, 2] : (tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  %s = stablehlo.add %1, %t : tensor<2x2x2x2xf32>
  %spd = stablehlo.add %s, %diagonal : tensor<2x2x2x2xf32>
  %l = stablehlo.cholesky %spd, lower = true : tensor<2x2x2x2xf32>
  %lower = stablehlo.compare GE, %i, %j : (tensor<2x2x2x2xi32>, tensor<2x2x2x2xi32>) -> tensor<2x2x2x2xi1>
  %2 = stablehlo.select %lower, %l, %zero : tensor<2x2x2x2xi1>, tensor<2x2x2x2xf32>
  return %2 : tensor<2x2x2x2xf32>
}
