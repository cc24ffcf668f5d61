// Hints that take the place of the file's: a mesh, patterns, notations, files; results follow the arguments they update.
// RUN: split-file %s %t
// RUN: %partita propagate --show --mesh x=2,y=2 %t/step.mlir | FileCheck %s --check-prefix=MESH
// MESH: mesh @mesh: x=2, y=2, 4 devices
// MESH: %w0 {{.*}} [-, -]  hint
// MESH: %x {{.*}} [x, -]  hint
// RUN: %partita propagate --mesh x=2,y=2 %t/step.mlir | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: sdy.mesh @mesh = <["x"=2, "y"=2]>
// WRITTEN-NOT: "x"=4

// Axes that the new mesh does not have are told.
// RUN: %partita propagate --show --mesh z=2 %t/step.mlir 2>&1 | FileCheck %s --check-prefix=LOST
// LOST: warning: hints of the program name "x", which --mesh "z"=2 does not have: they are left out there; --no-hints leaves out all hints, --shard gives others [P302]
// LOST: %x {{.*}} [-, -]  hint

// RUN: %partita propagate --show --no-hints --mesh x=4 %t/step.mlir | FileCheck %s --check-prefix=NONE
// NONE-NOT: {{[]]  hint}}
// RUN: %partita propagate --show --keep-hints results --mesh x=4 %t/step.mlir | FileCheck %s --check-prefix=RESULTS
// RESULTS-NOT: argument{{.*}}hint
// RESULTS: out0 {{.*}}hint

// All spellings say the same.
// RUN: %partita propagate --show --shard 'arg[0-1]=-,x' --shard 'arg2=x,-' %t/step.mlir > %t/a
// RUN: %partita propagate --show --shard 'tensor<8x8xf32>=..., x' --shard "x=P('x', None)" %t/step.mlir > %t/b
// RUN: %partita propagate --show --shard 'w[0-1]=[-, x]' --shard '*x=[{"x"}, {}]' %t/step.mlir > %t/c
// RUN: %partita propagate --show --hints %t/hints %t/step.mlir > %t/d
// RUN: diff %t/a %t/b
// RUN: diff %t/a %t/c
// RUN: diff %t/a %t/d
// RUN: FileCheck %s --check-prefix=ALIKE < %t/a
// ALIKE: %w0 {{.*}} [-, x]  hint
// ALIKE: %w1 {{.*}} [-, x]  hint
// ALIKE: %x {{.*}} [x, -]  hint
// ALIKE: out0 {{.*}} [-, x]  hint
// ALIKE: out1 {{.*}} [-, x]  hint

// A result that is said to lie otherwise does.
// RUN: %partita propagate --show --shard 'arg0=-,x' --shard "new['w0']=x,-" %t/step.mlir | FileCheck %s --check-prefix=SAID
// SAID: %w0 {{.*}} [-, x]  hint
// SAID: out0 {{.*}} [x, -]  hint

// What is written as a file gives the same program.
// RUN: %partita propagate --write-hints %t/written --mesh x=2,y=2 --shard 'arg0=-,y' --shard ':7=x,-' %t/step.mlir
// RUN: FileCheck %s --check-prefix=FILE < %t/written
// FILE: mesh x=2,y=2
// FILE: no-hints
// FILE: arg0 = [-, y]  # arg0 params['w0']
// FILE: %h = [x, -]
// FILE: out0 = [-, y]  # out0 new['w0']
// RUN: %partita propagate --show --mesh x=2,y=2 --shard 'arg0=-,y' --shard ':7=x,-' %t/step.mlir > %t/e
// RUN: %partita propagate --show --hints %t/written %t/step.mlir > %t/f
// RUN: diff %t/e %t/f

// Mistakes have their places and say what there is.
// RUN: %exits 1 %partita propagate --hints %t/wrong %t/step.mlir 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: wrong:2:8: error: the mesh has no axis "q"; its axes are "x"=4 [P302]
// WRONG-NEXT: arg0 = q,-
// WRONG: wrong:3:1: error: '*zz*' matches nothing; there are arg0 to arg2 (params['w0'], …), out0 to out1 (…, new['w1']) [P315]
// WRONG: wrong:4:1: error: no argument and no result is a tensor<3xf32>; there are tensor<8x8xf32>, tensor<16x8xf32> [P315]
// RUN: %exits 1 %partita propagate --hints %t/no_line %t/step.mlir 2>&1 | FileCheck %s --check-prefix=LINE
// LINE: no_line:1:1: error: expected NAME=SHARDING, mesh AXES, no-hints, keep-hints args,results,constraints or recipe NAME [P500]
// RUN: %partita propagate --show --mesh x=3 --shard 'arg2=x,-' %t/step.mlir 2>&1 | FileCheck %s --check-prefix=UNEVEN
// UNEVEN: note: --shard 'arg2=x,-': dimension 0 of arg2 params['x'], of size 16, is divided among 3: shards of 6, the last ones padded

// Names of several values are told with all of them.
// RUN: %exits 1 %partita propagate --why twice %t/step.mlir 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: 2 values are called 'twice': %h (line 7), %g (line 8); say which [P315]
// RUN: %partita propagate --why :7 %t/step.mlir | FileCheck %s --check-prefix=WHY
// WHY: %h: tensor<16x8xf32> is [x, -]

// Recipes say what they do not find.
// RUN: %exits 1 %partita propagate --recipe moe %t/step.mlir 2>&1 | FileCheck %s --check-prefix=MOE
// MOE: error: recipe moe: no experts were found that x divides evenly
// RUN: %exits 1 %partita propagate --recipe 2d %t/step.mlir 2>&1 | FileCheck %s --check-prefix=AXES
// AXES: error: recipe 2d divides along two axes, the mesh has x; give one with two, say --mesh x=2,y=2
// RUN: %exits 1 %partita propagate --recipe d %t/step.mlir 2>&1 | FileCheck %s --check-prefix=RECIPE
// RECIPE: error: there is no recipe 'd'; there are dp, zero, fsdp, megatron, 2d, moe, spatial

//--- step.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%w0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>} loc("params['w0']"),
                %w1: tensor<8x8xf32> {jax.arg_info = "params['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                %x: tensor<16x8xf32> {jax.arg_info = "params['x']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x8xf32> {jax.result_info = "new['w0']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
        tensor<8x8xf32> {jax.result_info = "new['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %h = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32> loc("twice")
  %g = stablehlo.dot_general %h, %w1, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32> loc("twice")
  %d0 = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %d1 = stablehlo.dot_general %h, %g, contracting_dims = [0] x [0] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %n0 = stablehlo.subtract %w0, %d0 : tensor<8x8xf32>
  %n1 = stablehlo.subtract %w1, %d1 : tensor<8x8xf32>
  return %n0, %n1 : tensor<8x8xf32>, tensor<8x8xf32>
}

//--- hints
# as on the command line
params['w[0-1]'] = -, x  # both
arg2=x, ...

//--- wrong
mesh x=4
arg0 = q,-
*zz* = x,-
tensor<3xf32> = x

//--- no_line
arg0
