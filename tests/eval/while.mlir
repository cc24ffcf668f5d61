// RUN: %partita eval %s
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  // The sum of 0..9, in a loop that uses outer values.
  %0:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i32>, tensor<i32>
    cond {
      %go = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %total = stablehlo.add %sum, %i : tensor<i32>
      stablehlo.return %next, %total : tensor<i32>, tensor<i32>
    }
  check.expect_eq_const %0#0, dense<10> : tensor<i32>
  check.expect_eq_const %0#1, dense<45> : tensor<i32>
  // Not entered at all.
  %1 = stablehlo.while(%i = %ten) : tensor<i32>
    cond {
      %go = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      stablehlo.return %zero : tensor<i32>
    }
  check.expect_eq_const %1, dense<10> : tensor<i32>
  // A tensor that is written on in every round, and swapped with another: nobody may see the other's elements.
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %val = stablehlo.constant dense<0> : tensor<1xi32>
  %2:4 = stablehlo.while(%i = %zero, %x = %a, %y = %b, %keep = %a) : tensor<i32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
    cond {
      %three = stablehlo.constant dense<3> : tensor<i32>
      %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %u = "stablehlo.dynamic_update_slice"(%x, %val, %i) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
      stablehlo.return %next, %y, %u, %keep : tensor<i32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
    }
  check.expect_eq_const %2#1, dense<[10, 0, 30]> : tensor<3xi32>
  check.expect_eq_const %2#2, dense<[0, 2, 0]> : tensor<3xi32>
  check.expect_eq %2#3, %a : tensor<3xi32>
  return
}
