// The user's priorities: p0 is heard before p1, whatever is larger or comes first.
// RUN: split-file %s %t
// RUN: %partita propagate --show %t/second.mlir | FileCheck %s --check-prefix=SECOND
// RUN: %partita propagate --show %t/first.mlir | FileCheck %s --check-prefix=FIRST
// RUN: %partita propagate --show %t/moved.mlir | FileCheck %s --check-prefix=MOVED

//--- second.mlir
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p1, {?}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"x"}p0]>}) -> tensor<8x8xf32> {
  %s = stablehlo.add %a, %b : tensor<8x8xf32>
  %t = stablehlo.tanh %s : tensor<8x8xf32>
  return %t : tensor<8x8xf32>
}
// SECOND: %a argument 0 tensor<8x8xf32> [x, -] hint
// SECOND: %b argument 1 tensor<8x8xf32> [-, x] hint
// SECOND: %s add tensor<8x8xf32> [-, x]{{$}}
// SECOND: %t tanh tensor<8x8xf32> [-, x]{{$}}
// SECOND: out0 result 0 tensor<8x8xf32> [-, x]{{$}}

//--- first.mlir
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p0, {?}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"x"}p1]>}) -> tensor<8x8xf32> {
  %s = stablehlo.add %a, %b : tensor<8x8xf32>
  %t = stablehlo.tanh %s : tensor<8x8xf32>
  return %t : tensor<8x8xf32>
}
// FIRST: %a argument 0 tensor<8x8xf32> [x, -] hint
// FIRST: %b argument 1 tensor<8x8xf32> [-, x] hint
// FIRST: %s add tensor<8x8xf32> [x, -]{{$}}
// FIRST: %t tanh tensor<8x8xf32> [x, -]{{$}}
// FIRST: out0 result 0 tensor<8x8xf32> [x, -]{{$}}

//--- moved.mlir
// A hint without axes may move to another mesh; what it took there it keeps when later priorities are heard.
sdy.mesh @a = <["x"=4]>
sdy.mesh @b = <["u"=4]>
func.func @main(%p: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@b, [{}, {"u"}p1]>}, %q: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %v = stablehlo.negate %p {sdy.sharding = #sdy.sharding_per_value<[<@a, [{?}, {?}]>]>} : tensor<8x8xf32>
  %w = stablehlo.tanh %v {sdy.sharding = #sdy.sharding_per_value<[<@b, [{"u"}p0, {}]>]>} : tensor<8x8xf32>
  return %w, %q : tensor<8x8xf32>, tensor<8x8xf32>
}
// MOVED: %p argument 0 {{.*}} [-, u] hint
// MOVED: %v negate {{.*}} [u, -] hint
// MOVED: %w tanh {{.*}} [u, -] hint
