// A pipeline as a loop over a shifting buffer whose leading dimension is the stage. Only the weights' stages and the
// microbatches are hinted; the buffer, the shift and what is computed on it follow.
// RUN: %partita propagate --show %s | FileCheck %s
sdy.mesh @mesh = <["stage"=4, "data"=2]>
func.func @main(%w: tensor<4x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"stage"}, {}, {}]>},
                %input: tensor<6x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}) -> tensor<4x8x16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %empty = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x8x16xf32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %stages = stablehlo.iota dim = 0 : tensor<4x8x16xi32>
  // CHECK: %loop{{.*}} tensor<4x8x16xf32> [stage, data, -]
  %loop:2 = stablehlo.while(%i = %first, %state = %empty) : tensor<i32>, tensor<4x8x16xf32>
  cond {
    %n = stablehlo.constant dense<6> : tensor<i32>
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    // CHECK: %shifted pad {{.*}} [stage, data, -]
    %shifted = stablehlo.pad %state, %zero, low = [1, 0, 0], high = [-1, 0, 0], interior = [0, 0, 0] : (tensor<4x8x16xf32>, tensor<f32>) -> tensor<4x8x16xf32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    // CHECK: %micro dynamic_slice {{.*}} [-, data, -]
    %micro = stablehlo.dynamic_slice %input, %i, %z, %z, sizes = [1, 8, 16] : (tensor<6x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    // CHECK: %wide broadcast_in_dim {{.*}} [stage, data, -]
    %wide = stablehlo.broadcast_in_dim %micro, dims = [0, 1, 2] : (tensor<1x8x16xf32>) -> tensor<4x8x16xf32>
    %zeros = stablehlo.constant dense<0> : tensor<4x8x16xi32>
    // CHECK: %is_first compare {{.*}} [stage, data, -]
    %is_first = stablehlo.compare EQ, %stages, %zeros : (tensor<4x8x16xi32>, tensor<4x8x16xi32>) -> tensor<4x8x16xi1>
    // CHECK: %in select {{.*}} [stage, data, -]
    %in = stablehlo.select %is_first, %wide, %shifted : tensor<4x8x16xi1>, tensor<4x8x16xf32>
    // CHECK: %out dot_general {{.*}} [stage, data, -]
    %out = stablehlo.dot_general %in, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x8x16xf32>, tensor<4x16x16xf32>) -> tensor<4x8x16xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %out : tensor<i32>, tensor<4x8x16xf32>
  }
  // CHECK: out0 result 0 {{.*}} [stage, data, -]
  return %loop#1 : tensor<4x8x16xf32>
}
