// What a hint leaves open is completed, what it closes is kept: {?} and {}; axes that are to stay out.
// RUN: split-file %s %t
// RUN: %partita propagate --show %t/open.mlir | FileCheck %s --check-prefix=OPEN
// RUN: %partita propagate --show %t/pinned.mlir | FileCheck %s --check-prefix=PINNED

//--- open.mlir
// The same hint twice, with its second dimension open and closed.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
  %c: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %s = stablehlo.add %a, %c : tensor<8x8xf32>
  %t = stablehlo.add %b, %c : tensor<8x8xf32>
  return %s, %t : tensor<8x8xf32>, tensor<8x8xf32>
}
// OPEN: %a argument 0 tensor<8x8xf32> [x, y] hint
// OPEN: %b argument 1 tensor<8x8xf32> [x, -] hint
// OPEN: %c argument 2 tensor<8x8xf32> [-, y] hint
// OPEN: %s add tensor<8x8xf32> [x, y]{{$}}
// OPEN: %t add tensor<8x8xf32> [x, y]{{$}}
// OPEN: out0 result 0 tensor<8x8xf32> [x, y]{{$}}
// OPEN: out1 result 1 tensor<8x8xf32> [x, y]{{$}}

//--- pinned.mlir
// Axes pinned as replicated do not come, others do; the neighbours are not concerned.
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%p: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %q: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}], replicated={"y"}>}) -> tensor<8x8xf32> {
  %s = stablehlo.add %p, %q : tensor<8x8xf32>
  %r = stablehlo.tanh %s {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {?}], replicated={"x"}>]>} : tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
// PINNED: %p argument 0 tensor<8x8xf32> [x, y] hint
// PINNED: %q argument 1 tensor<8x8xf32> [x, -] hint
// PINNED: %s add tensor<8x8xf32> [x, y]{{$}}
// PINNED: %r tanh tensor<8x8xf32> [-, y] hint
// PINNED: out0 result 0 tensor<8x8xf32> [-, y]{{$}}
