// A part of what is repeated keeps the scale of its elements.
// RUN: %partita convert --passes simplify %s | FileCheck %s
// CHECK: dynamic_slice %x, {{.*}} -> tensor<1x4x!quant.uniform<i8:f32, 0.5>>
func.func @main(%x: tensor<1x32x!quant.uniform<i8:f32, 0.5>>, %i: tensor<i32>) -> tensor<8x4x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<1x32x!quant.uniform<i8:f32, 0.5>>) -> tensor<8x32x!quant.uniform<i8:f32, 0.5>>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.dynamic_slice %0, %c, %i, sizes = [8, 4] : (tensor<8x32x!quant.uniform<i8:f32, 0.5>>, tensor<i32>, tensor<i32>) -> tensor<8x4x!quant.uniform<i8:f32, 0.5>>
  return %1 : tensor<8x4x!quant.uniform<i8:f32, 0.5>>
}
