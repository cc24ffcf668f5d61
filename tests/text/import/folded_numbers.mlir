// Numbers that are folded on the way to static shapes are those that the ops give, of every type.
// RUN: %partita eval %s --shape arg0=4 --random 1
// RUN: %partita convert %s --shape arg0=4 -o %t.mlir && %partita eval %t.mlir --random 1
func.func @main(%a: tensor<?xf32>) {
  %most = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %two = stablehlo.constant dense<2> : tensor<ui64>
  %half = stablehlo.divide %most, %two : tensor<ui64>
  check.expect_eq_const %half, dense<9223372036854775807> : tensor<ui64>
  %larger = stablehlo.maximum %most, %two : tensor<ui64>
  check.expect_eq_const %larger, dense<18446744073709551615> : tensor<ui64>
  %is_more = stablehlo.compare GT, %most, %two : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
  check.expect_eq_const %is_more, dense<true> : tensor<i1>
  // Truth values are 0 and 1, also where numbers are made of them.
  %true = stablehlo.constant dense<true> : tensor<i1>
  %or = stablehlo.add %true, %true : tensor<i1>
  check.expect_eq_const %or, dense<true> : tensor<i1>
  %one = stablehlo.convert %or : (tensor<i1>) -> tensor<f32>
  check.expect_eq_const %one, dense<1.0> : tensor<f32>
  %n = stablehlo.constant dense<[2, 0, 256]> : tensor<3xi32>
  %some = stablehlo.convert %n : (tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %some, dense<[true, false, true]> : tensor<3xi1>
  %counted = stablehlo.convert %some : (tensor<3xi1>) -> tensor<3xi32>
  check.expect_eq_const %counted, dense<[1, 0, 1]> : tensor<3xi32>
  // Few bits wrap around, seen through conversions that are too long to be folded as well.
  %small = stablehlo.constant dense<100> : tensor<i8>
  %sum = stablehlo.add %small, %small : tensor<i8>
  %wide = stablehlo.convert %sum : (tensor<i8>) -> tensor<i32>
  check.expect_eq_const %wide, dense<-56> : tensor<i32>
  %list = stablehlo.constant dense<300> : tensor<100xi32>
  %bytes = stablehlo.convert %list : (tensor<100xi32>) -> tensor<100xi8>
  %again = stablehlo.convert %bytes : (tensor<100xi8>) -> tensor<100xi32>
  %first = stablehlo.slice %again [0:1] : (tensor<100xi32>) -> tensor<1xi32>
  check.expect_eq_const %first, dense<44> : tensor<1xi32>
  %seven = stablehlo.constant dense<7> : tensor<i4>
  %nibble = stablehlo.add %seven, %seven : tensor<i4>
  %minus_two = stablehlo.convert %nibble : (tensor<i4>) -> tensor<i32>
  check.expect_eq_const %minus_two, dense<-2> : tensor<i32>
  return
}
