// stack[k] = row, where one branch gives both
func.func @main() -> (tensor<4x5xf32>) {
  %n0 = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.optimization_barrier %n0 : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<4x5xf32>
  %e2 = stablehlo.constant dense<1.0> : tensor<5xf32>
  %r:2 = stablehlo.while(%i = %zero, %s = %empty) : tensor<i32>, tensor<4x5xf32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %k = stablehlo.remainder %i, %two : tensor<i32>
    %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %fb = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %q:2 = "stablehlo.case"(%k) ({
      %a = stablehlo.add %fb, %e2 : tensor<5xf32>
      %b = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %b, %a : tensor<i32>, tensor<5xf32>
    }, {
      %a = stablehlo.subtract %fb, %e2 : tensor<5xf32>
      %b = stablehlo.subtract %i, %one : tensor<i32>
      stablehlo.return %b, %a : tensor<i32>, tensor<5xf32>
    }) : (tensor<i32>) -> (tensor<i32>, tensor<5xf32>)
    %u = stablehlo.reshape %q#1 : (tensor<5xf32>) -> tensor<1x5xf32>
    %new = stablehlo.dynamic_update_slice %s, %u, %q#0, %zero : (tensor<4x5xf32>, tensor<1x5xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %new : tensor<i32>, tensor<4x5xf32>
  }
  func.return %r#1 : tensor<4x5xf32>
}
