// Sums over a divided dimension are unreduced until they are reduced: once, not twice where two users want them, not never where
// they pass through ops, a loop or a branch on their way.
// RUN: %partita run %s --verify --random 3
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%a: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {"x"}]>},
                %b: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>},
                %c: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>},
                %on: tensor<i1> {sdy.sharding = #sdy.sharding<@m, []>})
    -> (tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {"x"}]>}, tensor<6x4xf32>, tensor<6x4xf32>,
        tensor<6x4xf32>, tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {}], unreduced={"x"}>}, tensor<i32>) {
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
  %sum = stablehlo.add %p, %c : tensor<6x4xf32>
  %square = stablehlo.multiply %p, %p : tensor<6x4xf32>
  %twice = stablehlo.add %p, %p : tensor<6x4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<6x4xf32>
  %with = stablehlo.add %sum, %one : tensor<6x4xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %next = stablehlo.constant dense<1> : tensor<i32>
  %loop:2 = stablehlo.while(%i = %zero, %acc = %c) : tensor<i32>, tensor<6x4xf32>
    cond {
      %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %q = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
      %added = stablehlo.add %acc, %q : tensor<6x4xf32>
      %j = stablehlo.add %i, %next : tensor<i32>
      stablehlo.return %j, %added : tensor<i32>, tensor<6x4xf32>
    }
  %branch = "stablehlo.if"(%on) ({
    stablehlo.return %p : tensor<6x4xf32>
  }, {
    stablehlo.return %c : tensor<6x4xf32>
  }) : (tensor<i1>) -> tensor<6x4xf32>
  %all = stablehlo.add %branch, %square : tensor<6x4xf32>
  return %sum, %all, %loop#1, %with, %twice, %loop#0
      : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<i32>
}
