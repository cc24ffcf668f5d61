// Gradient descent on a line: the loss, the new weights, and the new momentum.
module @train {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main(%w: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, tf.aliasing_output = 1 : i32},
                  %m: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
                  %batch: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
      -> (tensor<f32>, tensor<8x6xf32>, tensor<8x6xf32> {jax.result_info = "new_m", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
    %y = stablehlo.dot_general %batch, %w, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %one = stablehlo.constant dense<1.0> : tensor<16x6xf32>
    %error = stablehlo.subtract %y, %one : tensor<16x6xf32>
    %g = stablehlo.dot_general %batch, %error, contracting_dims = [0] x [0] : (tensor<16x8xf32>, tensor<16x6xf32>) -> tensor<8x6xf32>
    %rate = stablehlo.constant dense<0.05> : tensor<8x6xf32>
    %keep = stablehlo.constant dense<0.5> : tensor<8x6xf32>
    %kept = stablehlo.multiply %m, %keep : tensor<8x6xf32>
    %new_m = stablehlo.add %kept, %g : tensor<8x6xf32>
    %step = stablehlo.multiply %new_m, %rate : tensor<8x6xf32>
    %new_w = stablehlo.subtract %w, %step : tensor<8x6xf32>
    %square = stablehlo.multiply %error, %error : tensor<16x6xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %loss = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    return %loss, %new_w, %new_m : tensor<f32>, tensor<8x6xf32>, tensor<8x6xf32>
  }
}
