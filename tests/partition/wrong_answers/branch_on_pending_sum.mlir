// What decides on a branch or on the end of a loop is reduced first: devices that decided for themselves would not meet
// in the collectives inside.
// RUN: %partita run %s --verify --random 3
sdy.mesh @m = <["x"=2]>
func.func @main(%which: tensor<i32> {sdy.sharding = #sdy.sharding<@m, [], unreduced={"x"}>},
                %a: tensor<6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>})
    -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, tensor<6xf32>) {
  %0 = "stablehlo.case"(%which) ({
    stablehlo.return %a : tensor<6xf32>
  }, {
    %r = stablehlo.reverse %a, dims = [0] : tensor<6xf32>
    stablehlo.return %r : tensor<6xf32>
  }, {
    %x = stablehlo.slice %a [1:6] : (tensor<6xf32>) -> tensor<5xf32>
    %y = stablehlo.slice %a [0:1] : (tensor<6xf32>) -> tensor<1xf32>
    %z = stablehlo.concatenate %x, %y, dim = 0 : (tensor<5xf32>, tensor<1xf32>) -> tensor<6xf32>
    stablehlo.return %z : tensor<6xf32>
  }) : (tensor<i32>) -> tensor<6xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %loop:2 = stablehlo.while(%i = %zero, %v = %a) : tensor<i32>, tensor<6xf32>
    cond {
      %go = stablehlo.compare LT, %i, %which : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %r = stablehlo.reverse %v, dims = [0] : tensor<6xf32>
      %s = stablehlo.add %r, %a : tensor<6xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %s : tensor<i32>, tensor<6xf32>
    }
  return %0, %loop#1 : tensor<6xf32>, tensor<6xf32>
}
