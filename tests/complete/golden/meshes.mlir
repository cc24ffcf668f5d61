// Several meshes, and values on one device.
// RUN: split-file %s %t
// RUN: %partita propagate --show %t/two.mlir | FileCheck %s --check-prefix=TWO
// RUN: %partita propagate --show %t/one_device.mlir | FileCheck %s --check-prefix=ONE

//--- two.mlir
// Hints stay on their mesh; where values of two meet, the larger one is followed.
sdy.mesh @a = <["x"=4]>
sdy.mesh @b = <["u"=2, "v"=2]>
func.func @main(%p: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}, {}]>}, %q: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@b, [{"u"}, {"v"}]>}) -> (tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  %s = stablehlo.tanh %p : tensor<8x8xf32>
  %t = stablehlo.tanh %q : tensor<16x8xf32>
  %m = stablehlo.dot_general %t, %s, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  return %s, %t, %m : tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}
// TWO: %p argument 0 tensor<8x8xf32> [x, -] hint
// TWO: %q argument 1 tensor<16x8xf32> [u, v] hint
// TWO: %s tanh tensor<8x8xf32> [x, -]{{$}}
// TWO: %t tanh tensor<16x8xf32> [u, v]{{$}}
// TWO: %m dot_general tensor<16x8xf32> [u, -]{{$}}
// TWO: out0 result 0 tensor<8x8xf32> [x, -]{{$}}
// TWO: out1 result 1 tensor<16x8xf32> [u, v]{{$}}
// TWO: out2 result 2 tensor<16x8xf32> [u, -]{{$}}

//--- one_device.mlir
// A value on one device keeps to it and tells its neighbours nothing.
sdy.mesh @mesh = <["x"=4]>
sdy.mesh @one = <[], device_ids=[2]>
func.func @main(%p: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %s = stablehlo.tanh %p : tensor<8x8xf32>
  %c = stablehlo.custom_call @f(%s) {sdy.sharding = #sdy.sharding_per_value<[<@one, [{}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %d = stablehlo.sine %s {sdy.sharding = #sdy.sharding_per_value<[<@one, [{}, {}]>]>} : tensor<8x8xf32>
  %e = stablehlo.cosine %d : tensor<8x8xf32>
  %g = stablehlo.add %e, %s : tensor<8x8xf32>
  return %g, %c : tensor<8x8xf32>, tensor<8x8xf32>
}
// ONE: %p argument 0 tensor<8x8xf32> [x, -] hint
// ONE: %s tanh tensor<8x8xf32> [x, -]{{$}}
// ONE: %c custom_call @f tensor<8x8xf32> device 2 hint
// ONE: %d sine tensor<8x8xf32> device 2 hint
// ONE: %e cosine tensor<8x8xf32> [x, -]{{$}}
// ONE: %g add tensor<8x8xf32> [x, -]{{$}}
// ONE: out0 result 0 tensor<8x8xf32> [x, -]{{$}}
// ONE: out1 result 1 tensor<8x8xf32> [-, -]{{$}}
