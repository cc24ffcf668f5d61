// The paper's Fig. 4: elementwise ops first. The product could be [-, x] from its operands; the hint at the addition
// reaches it earlier, and the bias gets y.
// RUN: %partita propagate --show %s | FileCheck %s
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%fd: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
                %bf: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %bias: tensor<16xf32>) -> tensor<4x16xf32> {
  // CHECK: %bias argument 2 tensor<16xf32> [y]
  // CHECK: %bd dot_general tensor<4x16xf32> [x, y]{{$}}
  %bd = stablehlo.dot_general %bf, %fd, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // CHECK: %wide broadcast_in_dim tensor<4x16xf32> [x, y]{{$}}
  %wide = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
  // CHECK: %sum add tensor<4x16xf32> [x, y] hint
  %sum = stablehlo.add %bd, %wide {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<4x16xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: %zeros {{.*}} [x, y]{{$}}
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
  // CHECK: %relu maximum tensor<4x16xf32> [x, y]{{$}}
  %relu = stablehlo.maximum %sum, %zeros : tensor<4x16xf32>
  return %relu : tensor<4x16xf32>
}
