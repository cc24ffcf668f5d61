// Loops: hints inside of them, gradients of scanned layers, two axes through a carry, FSDP from weight and batch hints
// alone.
// RUN: split-file %s %t
// RUN: %partita propagate --show %t/hint_inside.mlir | FileCheck %s --check-prefix=INSIDE
// RUN: %partita propagate --show %t/two_axes.mlir | FileCheck %s --check-prefix=TWO
// RUN: %partita propagate --show %t/first_carry.mlir | FileCheck %s --check-prefix=FIRST
// RUN: %partita propagate --show %t/scanned.mlir | FileCheck %s --check-prefix=SCAN

//--- hint_inside.mlir
// A constraint in the body reaches the carried value, what it starts from, and the code behind the loop.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%start: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %loop:2 = stablehlo.while(%i = %zero, %v = %start) : tensor<i32>, tensor<8x16xf32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %t = stablehlo.tanh %v : tensor<8x16xf32>
    %pinned = sdy.sharding_constraint %t <@mesh, [{"x"}, {}]> : tensor<8x16xf32>
    %s = stablehlo.sine %pinned : tensor<8x16xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %s : tensor<i32>, tensor<8x16xf32>
  }
  %after = stablehlo.negate %loop#1 : tensor<8x16xf32>
  return %after : tensor<8x16xf32>
}
// INSIDE: %start argument 0 tensor<8x16xf32> [x, -]{{$}}
// INSIDE: %t tanh tensor<8x16xf32> [x, -]{{$}}
// INSIDE: %pinned {{.*}} [x, -] hint
// INSIDE: %s sine tensor<8x16xf32> [x, -]{{$}}
// INSIDE: %after negate tensor<8x16xf32> [x, -]{{$}}
// INSIDE: out0 result 0 tensor<8x16xf32> [x, -]

//--- first_carry.mlir
// What the body returns reaches the carried value, also where it does not come from it.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%start: tensor<8x16xf32>, %other: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %loop:2 = stablehlo.while(%v = %start, %i = %zero) : tensor<8x16xf32>, tensor<i32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %s = stablehlo.sine %other : tensor<8x16xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %s, %next : tensor<8x16xf32>, tensor<i32>
  }
  return %loop#0 : tensor<8x16xf32>
}
// FIRST: %start argument 0 {{.*}} [x, -]{{$}}
// FIRST: %loop#0 while {{.*}} [x, -]{{$}}
// FIRST: out0 result 0 {{.*}} [x, -]{{$}}

//--- two_axes.mlir
// A carry divided on both axes stays so, though the products in the body would have one of them.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%start: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %w: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> tensor<8x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %loop:3 = stablehlo.while(%i = %zero, %v = %start, %weight = %w) : tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %h = stablehlo.dot_general %v, %weight, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %h, %weight : tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>
  }
  return %loop#1 : tensor<8x16xf32>
}
// TWO: %v {{.*}}tensor<8x16xf32> [x, y]
// TWO: %weight {{.*}}tensor<16x16xf32> [y, x]
// TWO: %h dot_general tensor<8x16xf32> [x, y]
// TWO: out0 result 0 tensor<8x16xf32> [x, y]

//--- scanned.mlir
// Layers in a loop, forward and backward, FSDP: stacked weights on their model dimension and the batch, nothing else.
// Activations, also the saved ones, are on the batch; each gradient and the stack of gradients lie as the weights do.
sdy.mesh @mesh = <["data"=8]>
func.func @main(%ws: tensor<3x32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>},
                %x: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<16x32xf32>, tensor<3x32x32xf32>) {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %f0 = stablehlo.constant dense<0.0> : tensor<f32>
  %saved0 = stablehlo.broadcast_in_dim %f0, dims = [] : (tensor<f32>) -> tensor<3x16x32xf32>
  %grads0 = stablehlo.broadcast_in_dim %f0, dims = [] : (tensor<f32>) -> tensor<3x32x32xf32>
  %fwd:3 = stablehlo.while(%i = %i0, %h = %x, %saved = %saved0) : tensor<i32>, tensor<16x32xf32>, tensor<3x16x32xf32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %w1 = stablehlo.dynamic_slice %ws, %i, %i0, %i0, sizes = [1, 32, 32] : (tensor<3x32x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x32xf32>
    %w = stablehlo.reshape %w1 : (tensor<1x32x32xf32>) -> tensor<32x32xf32>
    %h1 = stablehlo.reshape %h : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %keep = stablehlo.dynamic_update_slice %saved, %h1, %i, %i0, %i0 : (tensor<3x16x32xf32>, tensor<1x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x32xf32>
    %y = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x32xf32>) -> tensor<16x32xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %y, %keep : tensor<i32>, tensor<16x32xf32>, tensor<3x16x32xf32>
  }
  %bwd:3 = stablehlo.while(%j = %i0, %dh = %fwd#1, %grads = %grads0) : tensor<i32>, tensor<16x32xf32>, tensor<3x32x32xf32>
  cond {
    %more = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %left = stablehlo.subtract %n, %j : tensor<i32>
    %at = stablehlo.subtract %left, %one : tensor<i32>
    %v1 = stablehlo.dynamic_slice %ws, %at, %i0, %i0, sizes = [1, 32, 32] : (tensor<3x32x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x32xf32>
    %v = stablehlo.reshape %v1 : (tensor<1x32x32xf32>) -> tensor<32x32xf32>
    %a1 = stablehlo.dynamic_slice %fwd#2, %at, %i0, %i0, sizes = [1, 16, 32] : (tensor<3x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x32xf32>
    %a = stablehlo.reshape %a1 : (tensor<1x16x32xf32>) -> tensor<16x32xf32>
    %dw = stablehlo.dot_general %a, %dh, contracting_dims = [0] x [0] : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<32x32xf32>
    %dw1 = stablehlo.reshape %dw : (tensor<32x32xf32>) -> tensor<1x32x32xf32>
    %put = stablehlo.dynamic_update_slice %grads, %dw1, %at, %i0, %i0 : (tensor<3x32x32xf32>, tensor<1x32x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x32x32xf32>
    %da = stablehlo.dot_general %dh, %v, contracting_dims = [1] x [1] : (tensor<16x32xf32>, tensor<32x32xf32>) -> tensor<16x32xf32>
    %nextj = stablehlo.add %j, %one : tensor<i32>
    stablehlo.return %nextj, %da, %put : tensor<i32>, tensor<16x32xf32>, tensor<3x32x32xf32>
  }
  %new = stablehlo.subtract %ws, %bwd#2 : tensor<3x32x32xf32>
  return %fwd#1, %new : tensor<16x32xf32>, tensor<3x32x32xf32>
}
// SCAN: %h {{.*}}tensor<16x32xf32> [data, -]
// SCAN: %saved {{.*}}tensor<3x16x32xf32> [-, data, -]
// SCAN: %w reshape tensor<32x32xf32> [data, -]
// SCAN: %keep {{.*}} [-, data, -]
// SCAN: %y dot_general tensor<16x32xf32> [data, -]
// SCAN: %dh {{.*}}tensor<16x32xf32> [data, -]
// SCAN: %grads {{.*}}tensor<3x32x32xf32> [-, data, -]
// SCAN: %a reshape tensor<16x32xf32> [data, -]
// SCAN: %dw dot_general tensor<32x32xf32> [data, -]
// SCAN: %put {{.*}} [-, data, -]
// SCAN: %da dot_general tensor<16x32xf32> [data, -]
// SCAN: out1 result 1 tensor<3x32x32xf32> [-, data, -]
