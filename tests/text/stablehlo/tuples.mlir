// RUN: %partita convert %s --to stablehlo | FileCheck %s
// Tuples, flattened: a name of a tuple stands for its parts.

// CHECK{LITERAL}: func.func public @main(%t.0: tensor<2xf32> {mhlo.sharding = "{replicated}"}, %t.1: tensor<i32> {mhlo.sharding = "{maximal device=0}"}, %t.2: tensor<3xf32> {mhlo.sharding = "{manual}"}) -> (tensor<2xf32>, tensor<i32>, tensor<3xf32>) {
func.func @main(%t: tuple<tensor<2xf32>, tuple<tensor<i32>, tensor<3xf32>>> {mhlo.sharding = "{{replicated}, {maximal device=0}, {manual}}"}) -> (tuple<tensor<2xf32>, tensor<i32>>, tensor<3xf32>) {
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>, tuple<tensor<i32>, tensor<3xf32>>>) -> tensor<2xf32>
  %1 = "stablehlo.get_tuple_element"(%t) {index = 1 : i32} : (tuple<tensor<2xf32>, tuple<tensor<i32>, tensor<3xf32>>>) -> tuple<tensor<i32>, tensor<3xf32>>
  %2 = stablehlo.get_tuple_element %1[1] : (tuple<tensor<i32>, tensor<3xf32>>) -> tensor<3xf32>
  %3 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<i32>, tensor<3xf32>>) -> tensor<i32>
  %4 = stablehlo.tuple %0, %3 : tuple<tensor<2xf32>, tensor<i32>>
  %5 = "stablehlo.tuple"(%4, %2) : (tuple<tensor<2xf32>, tensor<i32>>, tensor<3xf32>) -> tuple<tuple<tensor<2xf32>, tensor<i32>>, tensor<3xf32>>
  // CHECK{LITERAL}: %6:2 = stablehlo.custom_call @f(%t.0, %t.1, %t.2) : (tensor<2xf32>, tensor<i32>, tensor<3xf32>) -> (tensor<2xf32>, tensor<i32>)
  %6 = stablehlo.custom_call @f(%5) : (tuple<tuple<tensor<2xf32>, tensor<i32>>, tensor<3xf32>>) -> tuple<tensor<2xf32>, tensor<i32>>
  // CHECK{LITERAL}: %0 = stablehlo.negate %6#0 : tensor<2xf32>
  %7 = call @g(%6) : (tuple<tensor<2xf32>, tensor<i32>>) -> tuple<tensor<2xf32>, tensor<i32>>
  // CHECK{LITERAL}: return %0, %6#1, %t.2 : tensor<2xf32>, tensor<i32>, tensor<3xf32>
  return %7, %2 : tuple<tensor<2xf32>, tensor<i32>>, tensor<3xf32>
}
func.func private @g(%x: tuple<tensor<2xf32>, tensor<i32>>) -> tuple<tensor<2xf32>, tensor<i32>> {
  %0 = stablehlo.get_tuple_element %x[0] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<2xf32>
  %1 = stablehlo.get_tuple_element %x[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
  %2 = stablehlo.negate %0 : tensor<2xf32>
  %3 = stablehlo.tuple %2, %1 : tuple<tensor<2xf32>, tensor<i32>>
  return %3 : tuple<tensor<2xf32>, tensor<i32>>
}
