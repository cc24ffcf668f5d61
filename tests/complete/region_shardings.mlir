// RUN: %partita propagate --show %s | FileCheck %s
// Shardings of a computation's parameters as HLO's reader keeps them: a list that is too short is for the first ones.
// CHECK: %u body's argument 0 tensor<8xf32> [a] hint
// CHECK: %v body's argument 1 tensor<8xf32> [-] hint
// CHECK: %w body's argument 2 tensor<8xf32> [-]{{$}}
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %p: tensor<i1>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %loop:3 = stablehlo.while(%u = %a, %v = %b, %w = %c) : tensor<8xf32>, tensor<8xf32>, tensor<8xf32> attributes {hlo.regions = [{name = "c"}, {name = "b", sharding = ["{devices=[2]<=[2]}", "{replicated}"]}]}
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %s = stablehlo.sine %u : tensor<8xf32>
    %t = stablehlo.sine %v : tensor<8xf32>
    %x = stablehlo.sine %w : tensor<8xf32>
    stablehlo.return %s, %t, %x : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  return %loop#0, %loop#1, %loop#2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
