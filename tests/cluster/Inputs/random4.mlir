module {
  sdy.mesh @m = <["x"=2, "y"=2]>
  func.func public @main(%a0: tensor<0x0xi32>) -> (tensor<0x0xi32>, tensor<0x0xi32>, tensor<21x3xf32>) {
    %0 = stablehlo.shift_right_logical %a0, %a0 : tensor<0x0xi32>
    %1 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.set_dimension_size %a0, %1, dim = 0 : (tensor<0x0xi32>, tensor<i32>) -> tensor<0x0xi32>
    %3 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %4 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %rng_shape = stablehlo.constant dense<[3, 3, 7]> : tensor<3xi64>
    %5 = stablehlo.rng %3, %4, %rng_shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<3xi64>) -> tensor<3x3x7xf32>
    %6 = stablehlo.reshape %5 : (tensor<3x3x7xf32>) -> tensor<21x3xf32>
    return %0, %2, %6 : tensor<0x0xi32>, tensor<0x0xi32>, tensor<21x3xf32>
  }
}
