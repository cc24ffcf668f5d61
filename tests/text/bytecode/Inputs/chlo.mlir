func.func public @main(%arg0: tensor<8x4xf32>, %arg1: tensor<3x2x4xf32>, %arg2: tensor<3xi32>) -> (tensor<8x2xf32>, tensor<8x4xf32>, tensor<8xf32>) {
  %0 = chlo.erf %arg0 : tensor<8x4xf32> -> tensor<8x4xf32>
  %values, %indices = chlo.top_k(%0, k = 2) : tensor<8x4xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
  %1 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<3x2x4xf32>, tensor<3xi32>) -> tensor<8x2xf32>
  %2 = stablehlo.constant dense<0.000000e+00> : tensor<8xf32>
  %3:2 = chlo.scan(%arg0) inits(%2) dimension=1 attributes {is_reverse = true} {
  ^bb0(%x: tensor<8xf32>, %c: tensor<8xf32>):
    %4 = stablehlo.add %x, %c : tensor<8xf32>
    stablehlo.return %4, %4 : tensor<8xf32>, tensor<8xf32>
  } : (tensor<8x4xf32>, tensor<8xf32>) -> (tensor<8x4xf32>, tensor<8xf32>)
  %a = stablehlo.constant dense<1.0> : tensor<1x4xf8E4M3FN>
  %b = stablehlo.constant dense<2.0> : tensor<4x1xf8E4M3FN>
  %as = stablehlo.constant dense<[[2.0, 4.0]]> : tensor<1x2xf8E8M0FNU>
  %bs = stablehlo.constant dense<[[1.0], [0.5]]> : tensor<2x1xf8E8M0FNU>
  %5 = "chlo.scaled_dot"(%a, %b, %as, %bs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x4xf8E4M3FN>, tensor<4x1xf8E4M3FN>, tensor<1x2xf8E8M0FNU>, tensor<2x1xf8E8M0FNU>) -> tensor<1x1xf32>
  %6 = "chlo.scaled_dot"(%a, %b, %as, %bs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>]}> : (tensor<1x4xf8E4M3FN>, tensor<4x1xf8E4M3FN>, tensor<1x2xf8E8M0FNU>, tensor<2x1xf8E8M0FNU>) -> tensor<1x1xf32>
  return %1, %3#0, %3#1 : tensor<8x2xf32>, tensor<8x4xf32>, tensor<8xf32>
}
