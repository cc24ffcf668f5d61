// Two masks of one product are kept instead of it, one of them read before what the other is made of is there.
// RUN: %partita partition --plan annotated --mesh x=2 --verify-passes --hardware cpu --max-memory 290000 %s | FileCheck %s
// RUN: %partita run --plan annotated --mesh x=2 --hardware cpu --max-memory 290000 --verify --random 1 %s
// CHECK-COUNT-2: optimization_barrier
module @kept_narrow {
func.func public @main(%a: tensor<64x64xf32>, %w: tensor<64x64xf32>, %b: tensor<64x256xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
  %x = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = stablehlo.compare GT, %x, %zeros : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xi1>
  %e = stablehlo.select %m, %a, %zeros : tensor<64x64xi1>, tensor<64x64xf32>
  %z = stablehlo.dot_general %e, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %u = stablehlo.dot_general %z, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %t = stablehlo.dot_general %a, %u, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %v = stablehlo.dot_general %t, %b, contracting_dims = [1] x [1] : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x64xf32>
  %m2 = stablehlo.compare GT, %x, %z : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xi1>
  %r = stablehlo.select %m, %v, %zeros : tensor<64x64xi1>, tensor<64x64xf32>
  %r2 = stablehlo.select %m2, %v, %zeros : tensor<64x64xi1>, tensor<64x64xf32>
  return %r, %r2, %z : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
}
