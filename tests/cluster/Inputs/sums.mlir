// For three devices: each has a third of the rows, and all have the sum.
module @sums {
  sdy.mesh @mesh = <["x"=3]>
  func.func @main(%w: tensor<6x4xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<f32>, tensor<6x4xf32>) {
    %s = sdy.sharding_constraint %w <@mesh, [{"x"}, {}]> : tensor<6x4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<f32>
    %half = stablehlo.constant dense<0.5> : tensor<6x4xf32>
    %next = stablehlo.multiply %s, %half : tensor<6x4xf32>
    return %sum, %next : tensor<f32>, tensor<6x4xf32>
  }
}
