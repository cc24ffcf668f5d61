// Weights that go from step to step in one sharding: they never leave the devices.
module @decay {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%w: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, tf.aliasing_output = 0 : i32},
                  %rate: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
      -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<f32>) {
    %new_w = stablehlo.multiply %w, %rate : tensor<8x6xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%new_w init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<f32>
    return %new_w, %sum : tensor<8x6xf32>, tensor<f32>
  }
}
