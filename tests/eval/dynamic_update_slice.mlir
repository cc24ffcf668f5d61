// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<0> : tensor<3x4xi8>
  %u = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %far = stablehlo.constant dense<9> : tensor<i32>
  %neg = stablehlo.constant dense<-9> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %a, %u, %1, %1 : (tensor<3x4xi8>, tensor<2x2xi8>, tensor<i32>, tensor<i32>) -> tensor<3x4xi8>
  check.expect_eq_const %0, dense<[[0, 0, 0, 0], [0, 1, 2, 0], [0, 3, 4, 0]]> : tensor<3x4xi8>
  %2 = stablehlo.dynamic_update_slice %a, %u, %neg, %far : (tensor<3x4xi8>, tensor<2x2xi8>, tensor<i32>, tensor<i32>) -> tensor<3x4xi8>
  check.expect_eq_const %2, dense<[[0, 0, 1, 2], [0, 0, 3, 4], [0, 0, 0, 0]]> : tensor<3x4xi8>
  // The operand itself keeps its value.
  check.expect_eq_const %a, dense<0> : tensor<3x4xi8>
  return
}

// -----

// A buffer that a loop fills may be updated in place; what was taken from it earlier must not change.
func.func @loop() {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %b0 = stablehlo.constant dense<0> : tensor<4xi32>
  %0:3 = stablehlo.while(%i = %i0, %b = %b0, %old = %b0) : tensor<i32>, tensor<4xi32>, tensor<4xi32>
  cond {
    %4 = stablehlo.constant dense<4> : tensor<i32>
    %c = stablehlo.compare LT, %i, %4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %1 : tensor<i32>
    %v = stablehlo.reshape %next : (tensor<i32>) -> tensor<1xi32>
    %new = stablehlo.dynamic_update_slice %b, %v, %i : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    stablehlo.return %next, %new, %b : tensor<i32>, tensor<4xi32>, tensor<4xi32>
  }
  check.expect_eq_const %0#1, dense<[1, 2, 3, 4]> : tensor<4xi32>
  check.expect_eq_const %0#2, dense<[1, 2, 3, 0]> : tensor<4xi32>
  return
}
