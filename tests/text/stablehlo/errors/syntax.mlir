// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// Independent mistakes are all told, each at its place.

func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: :[[@LINE+1]]:25: error: expected ':' and the types of the op, found '%' [P100]
  %0 = stablehlo.add %a %a : tensor<4xf32>
  // What is built on a mistake is none of its own.
  %1 = stablehlo.multiply %0, %a : tensor<4xf32>
  // CHECK: :[[@LINE+1]]:29: error: expected ':' and the types of the op, found 'tensor' [P100]
  %2 = stablehlo.add %a, %a tensor<4xf32>
  // An open bracket does not swallow the rest.
  // CHECK: :[[@LINE+1]]:40: error: expected an integer, found 'high' [P100]
  %3 = stablehlo.pad %a, %a, low = [1, high = [2] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: :[[@LINE+1]]:23: error: stablehlo.iota has no 'dims' [P100]
  %4 = stablehlo.iota dims = [1] : tensor<4xi32>
  // CHECK: :[[@LINE+1]]:33: error: the string has no closing quote on its line [P100]
  %6 = stablehlo.abs %a {name = "x} : tensor<4xf32>
  // CHECK: :[[@LINE+1]]:39: error: unknown escape in a string
  %7 = stablehlo.abs %a {name = "abc d\q"} : tensor<4xf32>
  // CHECK: :[[@LINE+1]]:48: error: expected a format such as e5m10 [P100]
  %8 = stablehlo.reduce_precision %a, format = e5x10 : tensor<4xf32>
  // CHECK-NOT: error
  return %1 : tensor<4xf32>
}
