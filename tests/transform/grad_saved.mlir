// -v lists what the backward part reads of the forward part: not arguments, constants, or what is spread from one element.
// RUN: %partita grad -v -o %t.mlir %s 2>&1 | FileCheck %s
// CHECK:      kept for the gradient: 3 values, 1.50 KiB
// CHECK-NEXT: 512 bytes  tensor<8x16xf32>  tanh at {{.*}}grad_saved.mlir:[[@LINE+17]]
// CHECK-NEXT: 512 bytes  tensor<8x16xf32>  multiply at {{.*}}grad_saved.mlir:[[@LINE+17]]
// CHECK-NEXT: 512 bytes  tensor<8x16xf32>  dot_general at {{.*}}grad_saved.mlir:[[@LINE+17]]
// CHECK-NOT:  bytes
// RUN: %partita grad -o %t.quiet %s 2>&1 | count 0
// RUN: diff %t.mlir %t.quiet

// Of a loop, the stacks that it gives.
// RUN: %partita grad -v -o %t.mlir %S/Inputs/saved_loop.mlir 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP:      kept for the gradient: 1 values, 160 bytes
// LOOP-NEXT: 160 bytes  tensor<5x8xf32>  while at {{.*}}saved_loop.mlir:6
// LOOP-NOT:  bytes

func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x16xf32>) -> tensor<8x16xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %twos = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %t = stablehlo.tanh %h : tensor<8x16xf32>
  %s = stablehlo.multiply %t, %twos : tensor<8x16xf32>
  %g = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %y = stablehlo.sine %g : tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
