// Spatial partitioning from the image alone: forward convolutions, a pooling and both gradients.
// RUN: %partita propagate --show %s | FileCheck %s
sdy.mesh @mesh = <["data"=2, "space"=4]>
func.func @main(%image: tensor<4x32x32x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"space"}, {}, {}]>},
                %k1: tensor<3x3x3x8xf32>, %k2: tensor<3x3x8x8xf32>) -> (tensor<4x8x8x8xf32>, tensor<3x3x8x8xf32>, tensor<3x3x3x8xf32>) {
  // CHECK: %k1 argument 1 {{.*}} [-, -, -, -]{{$}}
  // CHECK: %k2 argument 2 {{.*}} [-, -, -, -]{{$}}
  // CHECK: %c1 convolution {{.*}} [data, space, -, -]
  %c1 = stablehlo.convolution(%image, %k1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x32x32x3xf32>, tensor<3x3x3x8xf32>) -> tensor<4x32x32x8xf32>
  %a1 = stablehlo.tanh %c1 : tensor<4x32x32x8xf32>
  // CHECK: %c2 convolution {{.*}} [data, space, -, -]
  %c2 = stablehlo.convolution(%a1, %k2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 0], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x32x32x8xf32>, tensor<3x3x8x8xf32>) -> tensor<4x16x16x8xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // CHECK: %pool reduce_window {{.*}} [data, space, -, -]
  %pool = "stablehlo.reduce_window"(%c2, %low) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x16x16x8xf32>, tensor<f32>) -> tensor<4x8x8x8xf32>
  %ge = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: %dpool select_and_scatter {{.*}} [data, space, -, -]
  %dpool = "stablehlo.select_and_scatter"(%c2, %pool, %ge) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x16x16x8xf32>, tensor<4x8x8x8xf32>, tensor<f32>) -> tensor<4x16x16x8xf32>
  // The gradient of the input: the image of gradients dilated, the kernel turned round.
  %flip = stablehlo.reverse %k2, dims = [0, 1] : tensor<3x3x8x8xf32>
  // CHECK: %da1 convolution {{.*}} [data, space, -, -]
  %da1 = stablehlo.convolution(%dpool, %flip) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 2], [1, 2]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x8xf32>, tensor<3x3x8x8xf32>) -> tensor<4x32x32x8xf32>
  // The gradients of the kernels: the batch and the space are summed over, so nothing is left to divide.
  // CHECK: %dk2 convolution {{.*}} [-, -, -, -]
  %dk2 = stablehlo.convolution(%a1, %dpool) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 0], [1, 0]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x32x32x8xf32>, tensor<4x16x16x8xf32>) -> tensor<3x3x8x8xf32>
  %dc1 = stablehlo.multiply %da1, %a1 : tensor<4x32x32x8xf32>
  // CHECK: %dk1 convolution {{.*}} [-, -, -, -]
  %dk1 = stablehlo.convolution(%image, %dc1) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x32x32x3xf32>, tensor<4x32x32x8xf32>) -> tensor<3x3x3x8xf32>
  return %pool, %dk2, %dk1 : tensor<4x8x8x8xf32>, tensor<3x3x8x8xf32>, tensor<3x3x3x8xf32>
}
