// RUN: %partita eval %s

func.func @sum_forward_and_back() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %0:2 = chlo.scan(%a) inits(%z) dimension=1 {
  ^bb0(%x: tensor<2xi32>, %c: tensor<2xi32>):
    %s = stablehlo.add %x, %c : tensor<2xi32>
    stablehlo.return %s, %s : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[[1, 3, 6], [4, 9, 15]]> : tensor<2x3xi32>
  check.expect_eq_const %0#1, dense<[6, 15]> : tensor<2xi32>
  %1:2 = chlo.scan(%a) inits(%z) dimension=1 attributes {is_reverse = true} {
  ^bb0(%x: tensor<2xi32>, %c: tensor<2xi32>):
    %s = stablehlo.add %x, %c : tensor<2xi32>
    stablehlo.return %s, %s : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  check.expect_eq_const %1#0, dense<[[6, 5, 3], [15, 11, 6]]> : tensor<2x3xi32>
  check.expect_eq_const %1#1, dense<[6, 15]> : tensor<2xi32>
  return
}

// -----

// Two inputs and a carry of another shape; the outputs are what was carried before the step.
func.func @several() {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = stablehlo.constant dense<[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]> : tensor<3x2xf32>
  %z = stablehlo.constant dense<0.0> : tensor<2xf32>
  %0:2 = chlo.scan(%a, %b) inits(%z) dimension=0 {
  ^bb0(%x: tensor<f32>, %y: tensor<2xf32>, %c: tensor<2xf32>):
    %w = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %p = stablehlo.multiply %w, %y : tensor<2xf32>
    %s = stablehlo.add %p, %c : tensor<2xf32>
    stablehlo.return %c, %s : tensor<2xf32>, tensor<2xf32>
  } : (tensor<3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>)
  check.expect_eq_const %0#0, dense<[[0.0, 0.0], [1.0, 0.0], [1.0, 2.0]]> : tensor<3x2xf32>
  check.expect_eq_const %0#1, dense<[4.0, 5.0]> : tensor<2xf32>
  return
}

// -----

// No elements: the carry as it came.
func.func @empty() {
  %a = stablehlo.constant dense<> : tensor<0xi32>
  %z = stablehlo.constant dense<7> : tensor<i32>
  %0:2 = chlo.scan(%a) inits(%z) dimension=0 {
  ^bb0(%x: tensor<i32>, %c: tensor<i32>):
    %s = stablehlo.add %x, %c : tensor<i32>
    stablehlo.return %s, %s : tensor<i32>, tensor<i32>
  } : (tensor<0xi32>, tensor<i32>) -> (tensor<0xi32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<> : tensor<0xi32>
  check.expect_eq_const %0#1, dense<7> : tensor<i32>
  return
}
