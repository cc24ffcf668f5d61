// %a and %b change places, %c is read by a later result, %s is updated in slices of a loop, %d is given back as it came.
module @donated {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, tf.aliasing_output = 1 : i32},
                  %b: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, tf.aliasing_output = 0 : i32},
                  %c: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, tf.aliasing_output = 2 : i32},
                  %s: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>, tf.aliasing_output = 4 : i32},
                  %d: tensor<8xf32> {tf.aliasing_output = 5 : i32})
      -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %turns = stablehlo.constant dense<3> : tensor<i32>
    %half = stablehlo.constant dense<0.5> : tensor<4x8xf32>
    %c2 = stablehlo.multiply %c, %half : tensor<4x8xf32>
    %t = stablehlo.transpose %c, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %u = stablehlo.transpose %t, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
    %late = stablehlo.add %u, %a : tensor<4x8xf32>
    %r:2 = stablehlo.while(%i = %zero, %x = %s) : tensor<i32>, tensor<4x8xf32>
    cond {
      %more = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %row = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %sum = stablehlo.add %row, %row : tensor<1x8xf32>
      %new = stablehlo.dynamic_update_slice %x, %sum, %next, %zero : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
      stablehlo.return %next, %new : tensor<i32>, tensor<4x8xf32>
    }
    %a2 = stablehlo.multiply %a, %half : tensor<4x8xf32>
    %b2 = stablehlo.add %b, %half : tensor<4x8xf32>
    return %a2, %b2, %c2, %late, %r#1, %d : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>
  }
}
