// Manual code over x: y is free inside and travels in, through and out again.
// RUN: %partita propagate --show %s | FileCheck %s --check-prefix=CHECK
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%p: tensor<8x16xf32>, %w: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> tensor<8x32xf32> {
  %r = sdy.manual_computation(%p, %w) in_shardings=[<@mesh, [{"x", ?}, {?}]>, <@mesh, [{?}, {?}], replicated={"x"}>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%a: tensor<2x16xf32>, %b: tensor<16x32xf32>) {
    %h = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x16xf32>, tensor<16x32xf32>) -> tensor<2x32xf32>
    %t = stablehlo.tanh %h : tensor<2x32xf32>
    sdy.return %t : tensor<2x32xf32>
  } : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %s = stablehlo.sine %r : tensor<8x32xf32>
  return %s : tensor<8x32xf32>
}
// CHECK: %p argument 0 tensor<8x16xf32> [x, -]{{$}}
// CHECK: %w argument 1 tensor<16x32xf32> [-, y] hint
// CHECK: %r sdy.manual_computation tensor<8x32xf32> [x, y] hint
// CHECK: %a argument 0 tensor<2x16xf32> [-, -] manual(x){{$}}
// CHECK: %b argument 1 tensor<16x32xf32> [-, y] manual(x){{$}}
// CHECK: %h dot_general tensor<2x32xf32> [-, y] manual(x){{$}}
// CHECK: %t tanh tensor<2x32xf32> [-, y] manual(x){{$}}
// CHECK: %s sine tensor<8x32xf32> [x, y]{{$}}
// CHECK: out0 result 0 tensor<8x32xf32> [x, y]{{$}}
