// Axes of size 1 divide nothing, and still belong to their mesh: those of another do not mix with them, on any level of
// priorities.
// RUN: %partita run %s --verify --random 1
sdy.mesh @m = <["x"=3]>
sdy.mesh @n = <["a"=1, "b"=3]>
func.func @main(%a: tensor<4xi32>, %c: tensor<3xi32>)
    -> (tensor<4xi32> {sdy.sharding = #sdy.sharding<@n, [{"a", ?}]>}, tensor<4xi32>,
        tensor<4xi32> {sdy.sharding = #sdy.sharding<@n, [{?}], unreduced={"a"}>}) {
  %0 = sdy.sharding_constraint %a <@n, [{"a"}p1]> : tensor<4xi32>
  %1 = stablehlo.slice %0 [0:1] : (tensor<4xi32>) -> tensor<1xi32>
  %2 = sdy.sharding_constraint %1 <@m, [{?}]> : tensor<1xi32>
  %3 = stablehlo.concatenate %c, %2, dim = 0 : (tensor<3xi32>, tensor<1xi32>) -> tensor<4xi32>
  %4 = sdy.sharding_constraint %a <@m, [{"x"}]> : tensor<4xi32>
  %5 = stablehlo.add %0, %4 : tensor<4xi32>
  return %3, %5, %4 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}
