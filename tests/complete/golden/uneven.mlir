// Dimensions the mesh does not divide.
// RUN: split-file %s %t
// RUN: %partita propagate --show %t/inside.mlir | FileCheck %s --check-prefix=INSIDE
// RUN: %partita propagate --show %t/argument.mlir | FileCheck %s --check-prefix=ARGUMENT
// RUN: %partita propagate --show %t/small.mlir | FileCheck %s --check-prefix=SMALL

//--- inside.mlir
// A constraint on 17 rows over 8 devices is followed, and so are the values it reaches. Arguments and results that
// nobody hinted take only what divides them: a caller need not know of padding.
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<17x6xf32>, %w: tensor<6x10xf32>) -> (tensor<17x10xf32>, tensor<17xf32>) {
  %t = stablehlo.tanh %a : tensor<17x6xf32>
  %p = sdy.sharding_constraint %t <@mesh, [{"x"}, {}]> : tensor<17x6xf32>
  %h = stablehlo.dot_general %p, %w, contracting_dims = [1] x [0] : (tensor<17x6xf32>, tensor<6x10xf32>) -> tensor<17x10xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%h init: %z) applies stablehlo.add across dimensions = [1] : (tensor<17x10xf32>, tensor<f32>) -> tensor<17xf32>
  %s = stablehlo.sine %r : tensor<17xf32>
  return %h, %s : tensor<17x10xf32>, tensor<17xf32>
}
// INSIDE: %a argument 0 tensor<17x6xf32> [-, -]{{$}}
// INSIDE: %w argument 1 tensor<6x10xf32> [-, -]{{$}}
// INSIDE: %t tanh tensor<17x6xf32> [x, -]{{$}}
// INSIDE: %p sdy.sharding_constraint tensor<17x6xf32> [x, -] hint
// INSIDE: %h dot_general tensor<17x10xf32> [x, -]{{$}}
// INSIDE: %r reduce tensor<17xf32> [x]{{$}}
// INSIDE: %s sine tensor<17xf32> [x]{{$}}
// INSIDE: out0 result 0 tensor<17x10xf32> [-, -]{{$}}
// INSIDE: out1 result 1 tensor<17xf32> [-]{{$}}

//--- argument.mlir
// A hint on the argument itself is followed, here 10 rows over 4 devices.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%p: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %q: tensor<10x6xf32>) -> (tensor<10x6xf32>, tensor<7x6xf32>, tensor<5x2x6xf32>) {
  %s = stablehlo.add %p, %q : tensor<10x6xf32>
  %t = stablehlo.slice %s [1:8, 0:6] : (tensor<10x6xf32>) -> tensor<7x6xf32>
  %u = stablehlo.tanh %t : tensor<7x6xf32>
  %v = stablehlo.reshape %s : (tensor<10x6xf32>) -> tensor<5x2x6xf32>
  return %s, %u, %v : tensor<10x6xf32>, tensor<7x6xf32>, tensor<5x2x6xf32>
}
// ARGUMENT: %p argument 0 tensor<10x6xf32> [x, -] hint
// ARGUMENT: %q argument 1 tensor<10x6xf32> [-, -]{{$}}
// ARGUMENT: %s add tensor<10x6xf32> [x, -]{{$}}
// ARGUMENT: %t slice tensor<7x6xf32> [x, -]{{$}}
// ARGUMENT: %u tanh tensor<7x6xf32> [x, -]{{$}}
// ARGUMENT: %v reshape tensor<5x2x6xf32> [-, -, -]{{$}}
// ARGUMENT: out0 result 0 tensor<10x6xf32> [-, -]{{$}}
// ARGUMENT: out1 result 1 tensor<7x6xf32> [-, -]{{$}}
// ARGUMENT: out2 result 2 tensor<5x2x6xf32> [-, -, -]{{$}}

//--- small.mlir
// Fewer rows than devices, none at all, scalars.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%p: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %q: tensor<0x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %r: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<f32>, tensor<0x4xf32>, tensor<2x4xf32>) {
  %s = stablehlo.tanh %q : tensor<0x4xf32>
  %t = stablehlo.tanh %r : tensor<2x4xf32>
  %u = stablehlo.tanh %p : tensor<f32>
  return %u, %s, %t : tensor<f32>, tensor<0x4xf32>, tensor<2x4xf32>
}
// SMALL: %p argument 0 tensor<f32> [] hint
// SMALL: %q argument 1 tensor<0x4xf32> [x, -] hint
// SMALL: %r argument 2 tensor<2x4xf32> [x, -] hint
// SMALL: %s tanh tensor<0x4xf32> [x, -]{{$}}
// SMALL: %t tanh tensor<2x4xf32> [x, -]{{$}}
// SMALL: %u tanh tensor<f32> []{{$}}
// SMALL: out0 result 0 tensor<f32> []{{$}}
// SMALL: out1 result 1 tensor<0x4xf32> [-, -]{{$}}
// SMALL: out2 result 2 tensor<2x4xf32> [-, -]{{$}}
