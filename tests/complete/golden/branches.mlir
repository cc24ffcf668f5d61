// Branches of case and if: all results of a branch, the op's result and what they are made of have one sharding.
// RUN: %partita propagate --show %s | FileCheck %s --check-prefix=CHECK
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%p: tensor<8x8xf32>, %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y"}]>}, %i: tensor<i32>, %c: tensor<i1>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %k = "stablehlo.case"(%i) ({
    %a = stablehlo.tanh %p {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {?}]>]>} : tensor<8x8xf32>
    stablehlo.return %a : tensor<8x8xf32>
  }, {
    %a = stablehlo.dot_general %p, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    stablehlo.return %a : tensor<8x8xf32>
  }, {
    %z = stablehlo.constant dense<0.0> : tensor<8x8xf32>
    stablehlo.return %z : tensor<8x8xf32>
  }) : (tensor<i32>) -> tensor<8x8xf32>
  %f = "stablehlo.if"(%c) ({
    stablehlo.return %k : tensor<8x8xf32>
  }, {
    %n = stablehlo.negate %p : tensor<8x8xf32>
    stablehlo.return %n : tensor<8x8xf32>
  }) : (tensor<i1>) -> tensor<8x8xf32>
  return %k, %f : tensor<8x8xf32>, tensor<8x8xf32>
}
// CHECK: %p argument 0 tensor<8x8xf32> [x, y]{{$}}
// CHECK: %w argument 1 tensor<8x8xf32> [-, y] hint
// CHECK: %i argument 2 tensor<i32> []{{$}}
// CHECK: %c argument 3 tensor<i1> []{{$}}
// CHECK: %k case tensor<8x8xf32> [x, y]{{$}}
// CHECK: %a tanh tensor<8x8xf32> [x, y] hint
// CHECK: %a_0 dot_general tensor<8x8xf32> [x, y]{{$}}
// CHECK: %z constant tensor<8x8xf32> [x, y]{{$}}
// CHECK: %f if tensor<8x8xf32> [x, y]{{$}}
// CHECK: %n negate tensor<8x8xf32> [x, y]{{$}}
// CHECK: out0 result 0 tensor<8x8xf32> [x, y]{{$}}
// CHECK: out1 result 1 tensor<8x8xf32> [x, y]{{$}}
