// Five exponentials, one after the other, are too much; an infinity inside of a step is not.
module @overflow {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%w: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, tf.aliasing_output = 1 : i32}) -> (tensor<f32>, tensor<4x4xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<4x4xf32>
    %absolute = stablehlo.abs %w : tensor<4x4xf32>
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %power = stablehlo.exponential %absolute : tensor<4x4xf32>
    %most = stablehlo.reduce(%zero init: %lowest) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
    return %most, %power : tensor<f32>, tensor<4x4xf32>
  }
}
