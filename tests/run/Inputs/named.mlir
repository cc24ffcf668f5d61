module {
  func.func @main(%arg0: tensor<4x6xf32> loc("params['layers'][0]['w']"), %arg1: tensor<6xf32> loc("params['b']"), %arg2: tensor<4x4xf32> loc("x")) -> tensor<4x6xf32> {
    %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<6xf32>) -> tensor<4x6xf32>
    %2 = stablehlo.add %0, %1 : tensor<4x6xf32>
    return %2 : tensor<4x6xf32>
  }
}
