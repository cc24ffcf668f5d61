// The index of a row is reduced from the row itself.
func.func @main(%x0: tensor<4xi32>) -> (tensor<6x4xi32>) {
  %n0 = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.optimization_barrier %n0 : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ones = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %e = stablehlo.constant dense<0> : tensor<6x4xi32>
  %r:2 = stablehlo.while(%i = %zero, %s = %e) : tensor<i32>, tensor<6x4xi32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %ib = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %a = stablehlo.add %ib, %ones : tensor<4xi32>
    %top = stablehlo.reduce(%a init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
    %b = stablehlo.multiply %a, %a : tensor<4xi32>
    %u = stablehlo.reshape %b : (tensor<4xi32>) -> tensor<1x4xi32>
    %s2 = stablehlo.dynamic_update_slice %s, %u, %top, %zero : (tensor<6x4xi32>, tensor<1x4xi32>, tensor<i32>, tensor<i32>) -> tensor<6x4xi32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %s2 : tensor<i32>, tensor<6x4xi32>
  }
  func.return %r#1 : tensor<6x4xi32>
}
