// fp8 product without a kernel whose transpose is stacked
func.func @main(%w: tensor<6x5xf8E4M3FN>, %x0: tensor<7x6xf8E4M3FN>) -> (tensor<3x5x7xf32>) {
  %n0 = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.optimization_barrier %n0 : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<3x5x7xf32>
  %r:3 = stablehlo.while(%i = %zero, %s = %empty, %x = %x0) : tensor<i32>, tensor<3x5x7xf32>, tensor<7x6xf8E4M3FN>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<7x6xf8E4M3FN>, tensor<6x5xf8E4M3FN>) -> tensor<7x5xf32>
    %t = stablehlo.transpose %p, dims = [1, 0] : (tensor<7x5xf32>) -> tensor<5x7xf32>
    %u = stablehlo.reshape %t : (tensor<5x7xf32>) -> tensor<1x5x7xf32>
    %new = stablehlo.dynamic_update_slice %s, %u, %i, %zero, %zero : (tensor<3x5x7xf32>, tensor<1x5x7xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x5x7xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %new, %x : tensor<i32>, tensor<3x5x7xf32>, tensor<7x6xf8E4M3FN>
  }
  func.return %r#1 : tensor<3x5x7xf32>
}
