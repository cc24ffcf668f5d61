// The state goes from step to step; the long sum is of other numbers in each.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%state: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %batch: tensor<4x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%batch init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x4096xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.add %sum, %state : tensor<4xf32>
  %next = stablehlo.negate %state : tensor<4xf32>
  return %1, %next : tensor<4xf32>, tensor<4xf32>
}
