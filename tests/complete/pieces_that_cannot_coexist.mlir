// RUN: %partita propagate --show %s | FileCheck %s
// RUN: %partita run %s --random 1 --verify
// (1)6 and (1)4 of an axis of 12 have no common pieces: neither can be cut at the other's end.
// CHECK: %6 {{.*}} [a:(1)4*b*a:(4)3]
module {
  sdy.mesh @n = <["a"=12, "b"=1]>
  func.func public @main(%a0: tensor<1xf32> {sdy.sharding = #sdy.sharding<@n, [{"a":(1)2, "b", "a":(2)6, ?}]>}, %a1: tensor<f32>) -> tensor<7x8xf32> {
    %4 = sdy.sharding_constraint %a0 <@n, [{"a":(1)6, "b", ?}]> : tensor<1xf32>
    %6 = stablehlo.pad %4, %a1, low = [0], high = [55], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<56xf32>
    %7 = sdy.sharding_constraint %6 <@n, [{"a":(1)4, "b", "a":(4)3, ?}]> : tensor<56xf32>
    %8 = stablehlo.reshape %7 : (tensor<56xf32>) -> tensor<7x8xf32>
    return %8 : tensor<7x8xf32>
  }
}
