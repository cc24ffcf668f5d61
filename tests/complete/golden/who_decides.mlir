// Where values are wanted in different ways: who decides, and what nobody may decide.
// RUN: split-file %s %t
// RUN: %partita propagate --show %t/votes.mlir 2>&1 | FileCheck %s --check-prefix=VOTES
// RUN: %partita propagate --show %t/sweep.mlir 2>&1 | FileCheck %s --check-prefix=SWEEP
// RUN: %partita propagate --show %t/branch.mlir 2>&1 | FileCheck %s --check-prefix=BRANCH
// RUN: %partita propagate --show %t/across.mlir 2>&1 | FileCheck %s --check-prefix=ACROSS
// RUN: %partita propagate --show %t/bytes.mlir 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: %partita propagate --show %t/window.mlir 2>&1 | FileCheck %s --check-prefix=WINDOW
// RUN: %partita propagate --show %t/unused.mlir 2>&1 | FileCheck %s --check-prefix=UNUSED

//--- votes.mlir
// Uses vote for each dimension on its own: y has two of three votes on the first, x the only one on the second.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %v = stablehlo.tanh %a : tensor<8x8xf32>
  %1 = stablehlo.negate %v {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  %2 = stablehlo.sine %v {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : tensor<8x8xf32>
  %3 = stablehlo.cosine %v {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : tensor<8x8xf32>
  return %1, %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
// VOTES: %a argument 0 {{.*}} [y, x]{{$}}
// VOTES: %v tanh {{.*}} [y, x]{{$}}

//--- sweep.mlir
// A hint goes all the way back before anything goes forward again: both operands of %r have it then, and the first one
// decides. Were it to come to %b alone first, %r would be [-, y].
sdy.mesh @mesh = <["y"=2]>
func.func @main(%p: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %a = stablehlo.dot_general %p, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %b = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = stablehlo.dot_general %p, %b, contracting_dims = [1] x [1] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %c, %r : tensor<8x8xf32>, tensor<8x8xf32>
}
// SWEEP: %p argument 0 {{.*}} [y, -]{{$}}
// SWEEP: %r dot_general {{.*}} [y, -]{{$}}

//--- branch.mlir
// What branches give their op is definition, not use: it comes before the uses, though y is the first axis of the mesh.
sdy.mesh @mesh = <["y"=2, "x"=2]>
func.func @main(%p: tensor<8x8xf32>, %c: tensor<i1>) -> tensor<8x8xf32> {
  %k = "stablehlo.if"(%c) ({
    %a = stablehlo.tanh %p {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
    stablehlo.return %a : tensor<8x8xf32>
  }, {
    %z = stablehlo.sine %p : tensor<8x8xf32>
    stablehlo.return %z : tensor<8x8xf32>
  }) : (tensor<i1>) -> tensor<8x8xf32>
  %n = stablehlo.negate %k {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : tensor<8x8xf32>
  return %n : tensor<8x8xf32>
}
// BRANCH: %k if {{.*}} [x, -]{{$}}
// BRANCH: %n negate {{.*}} [y, -] hint

//--- across.mlir
// Operands tell each other about dimensions that are summed over. What the result has too goes by way of the result, and
// a result that is closed lets nothing pass.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x16xf32>,
                %u: tensor<4x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %v: tensor<4x16x8xf32>) -> (tensor<16x16xf32>, tensor<4x8x8xf32>) {
  %d = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
  %e = stablehlo.dot_general %u, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} : (tensor<4x8x16xf32>, tensor<4x16x8xf32>) -> tensor<4x8x8xf32>
  return %d, %e : tensor<16x16xf32>, tensor<4x8x8xf32>
}
// ACROSS: %b argument 1 {{.*}} [x, -]{{$}}
// ACROSS: %v argument 3 {{.*}} [-, -, -]{{$}}

//--- bytes.mlir
// The axis goes where fewer bytes move: the numbers stay and the truth values move. Already divided by z they are less
// than the truth values.
sdy.mesh @mesh = <["x"=2, "z"=8]>
func.func @main(%p: tensor<8x8x8xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
                %t: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
                %tz: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"z"}]>},
                %f: tensor<8x8x8xf32>, %fz: tensor<8x8x8xf32>) -> (tensor<8x8x8xf32>, tensor<8x8x8xf32>) {
  %s = stablehlo.select %p, %t, %f : tensor<8x8x8xi1>, tensor<8x8x8xf32>
  %sz = stablehlo.select %p, %tz, %fz : tensor<8x8x8xi1>, tensor<8x8x8xf32>
  return %s, %sz : tensor<8x8x8xf32>, tensor<8x8x8xf32>
}
// BYTES: %s select {{.*}} [-, x, -]{{$}}
// BYTES: %sz select {{.*}} [x, -, z]{{$}}

//--- window.mlir
// Windows of 6 positions on 8 devices leave a quarter of them idle, which is still taken; of 5 are not.
sdy.mesh @mesh = <["x"=8]>
func.func @main(%i: tensor<1x24x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %k: tensor<3x1x1xf32>) -> (tensor<1x6x1xf32>, tensor<1x5x1xf32>) {
  %six = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [4], pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x24x1xf32>, tensor<3x1x1xf32>) -> tensor<1x6x1xf32>
  %five = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [5], pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x24x1xf32>, tensor<3x1x1xf32>) -> tensor<1x5x1xf32>
  return %six, %five : tensor<1x6x1xf32>, tensor<1x5x1xf32>
}
// WINDOW: %six convolution {{.*}} [-, x, -]{{$}}
// WINDOW: %five convolution {{.*}} [-, -, -]{{$}}

//--- unused.mlir
// A constraint that nothing uses is meant for the value it is on; the hint of another op is not.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%p: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %meant = stablehlo.tanh %p : tensor<8x8xf32>
  %said = sdy.sharding_constraint %meant <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %other = stablehlo.sine %p : tensor<8x8xf32>
  %dead = stablehlo.negate %other {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  return %meant, %other : tensor<8x8xf32>, tensor<8x8xf32>
}
// UNUSED: %meant tanh {{.*}} [x, -]{{$}}
// UNUSED: %other sine {{.*}} [-, x]{{$}}
