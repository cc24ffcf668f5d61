// An axis that is larger than a dimension of a reshape goes on in the next one, and comes back together behind.
// RUN: %partita propagate --show %s | FileCheck %s --check-prefix=CHECK
sdy.mesh @mesh = <["x"=8, "y"=2]>
func.func @main(%a: tensor<32x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %c: tensor<4x8x6xf32>) -> (tensor<4x8x6xf32>, tensor<16x2x6xf32>, tensor<192xf32>, tensor<2x16x6xf32>) {
  %r = stablehlo.reshape %a : (tensor<32x6xf32>) -> tensor<4x8x6xf32>
  %s = stablehlo.tanh %r : tensor<4x8x6xf32>
  %q = stablehlo.reshape %s : (tensor<4x8x6xf32>) -> tensor<16x2x6xf32>
  %f = stablehlo.reshape %s : (tensor<4x8x6xf32>) -> tensor<192xf32>
  %g = stablehlo.reshape %s : (tensor<4x8x6xf32>) -> tensor<2x16x6xf32>
  return %s, %q, %f, %g : tensor<4x8x6xf32>, tensor<16x2x6xf32>, tensor<192xf32>, tensor<2x16x6xf32>
}
// CHECK: %a argument 0 tensor<32x6xf32> [x, -] hint
// CHECK: %c argument 1 tensor<4x8x6xf32> [-, -, -]{{$}}
// CHECK: %r reshape tensor<4x8x6xf32> [x:(1)4, x:(4)2, -]{{$}}
// CHECK: %s tanh tensor<4x8x6xf32> [x:(1)4, x:(4)2, -]{{$}}
// CHECK: %q reshape tensor<16x2x6xf32> [x, -, -]{{$}}
// CHECK: %f reshape tensor<192xf32> [x]{{$}}
// CHECK: %g reshape tensor<2x16x6xf32> [x:(1)2, x:(2)4, -]{{$}}
// CHECK: out0 result 0 tensor<4x8x6xf32> [x:(1)4, x:(4)2, -]{{$}}
// CHECK: out1 result 1 tensor<16x2x6xf32> [x, -, -]{{$}}
// CHECK: out2 result 2 tensor<192xf32> [x]{{$}}
// CHECK: out3 result 3 tensor<2x16x6xf32> [x:(1)2, x:(2)4, -]{{$}}
