// index and value in one scalar cluster
func.func @main() -> (tensor<6xi32>) {
  %n0 = stablehlo.constant dense<5> : tensor<i32>
  %n = stablehlo.optimization_barrier %n0 : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %empty = stablehlo.constant dense<0> : tensor<6xi32>
  %r:2 = stablehlo.while(%i = %zero, %s = %empty) : tensor<i32>, tensor<6xi32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %v = stablehlo.multiply %j, %j : tensor<i32>
    %u = stablehlo.reshape %v : (tensor<i32>) -> tensor<1xi32>
    %new = stablehlo.dynamic_update_slice %s, %u, %j : (tensor<6xi32>, tensor<1xi32>, tensor<i32>) -> tensor<6xi32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %new : tensor<i32>, tensor<6xi32>
  }
  func.return %r#1 : tensor<6xi32>
}
