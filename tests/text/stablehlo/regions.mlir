// RUN: %partita convert %s --to stablehlo | FileCheck %s
// Ops with regions, in the forms of their own and in the generic form.

// CHECK{LITERAL}: func.func public @main(%x: tensor<4x6xf32>, %i: tensor<i32>, %p: tensor<i1>, %n: tensor<4x6xi32>) -> tensor<4x6xf32> {
func.func @main(%x: tensor<4x6xf32>, %i: tensor<i32>, %p: tensor<i1>, %n: tensor<4x6xi32>) -> tensor<4x6xf32> {
  // CHECK{LITERAL}: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK{LITERAL}: %izero = stablehlo.constant dense<0> : tensor<i32>
  %izero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK{LITERAL}: %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK{LITERAL}: %1 = stablehlo.reduce(%x init: %zero) across dimensions = [0, 1] {mhlo.sharding = "{replicated}"} : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%x init: %zero) across dimensions = [0, 1] {mhlo.sharding = "{replicated}"} : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    // CHECK{LITERAL}: %s = stablehlo.maximum %a, %b : tensor<f32>
    %s = stablehlo.maximum %a, %b : tensor<f32>
    // CHECK{LITERAL}: %t = stablehlo.add %s, %zero : tensor<f32>
    %t = stablehlo.add %s, %zero : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }
  // CHECK{LITERAL}: %2:2 = stablehlo.reduce(%x init: %zero), (%n init: %izero) across dimensions = [1] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
  %2:2 = stablehlo.reduce(%x init: %zero), (%n init: %izero) across dimensions = [1] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %s = stablehlo.add %a, %c : tensor<f32>
    %t = stablehlo.add %b, %d : tensor<i32>
    stablehlo.return %s, %t : tensor<f32>, tensor<i32>
  }
  // CHECK{LITERAL}: %3:2 = stablehlo.while(%it = %i, %acc = %x) : tensor<i32>, tensor<4x6xf32> attributes {mhlo.frontend_attributes = {a = "b"}}
  %3:2 = stablehlo.while(%it = %i, %acc = %x) : tensor<i32>, tensor<4x6xf32> attributes {mhlo.frontend_attributes = {a = "b"}}
  cond {
    %c = stablehlo.compare LT, %it, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %c = stablehlo.add %it, %i : tensor<i32>
    stablehlo.return %c, %acc : tensor<i32>, tensor<4x6xf32>
  }
  // CHECK{LITERAL}: %4 = "stablehlo.if"(%p) ({
  %4 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<4x6xf32>
  }, {
    // CHECK{LITERAL}: %y = stablehlo.negate %x : tensor<4x6xf32>
    %y = stablehlo.negate %x : tensor<4x6xf32>
    stablehlo.return %y : tensor<4x6xf32>
  }) : (tensor<i1>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %5 = "stablehlo.case"(%i) ({
  %5 = stablehlo.case(%i) ({
    stablehlo.return %x : tensor<4x6xf32>
  }, {
    stablehlo.return %4 : tensor<4x6xf32>
  }) : tensor<4x6xf32>
  // CHECK{LITERAL}: %6:2 = "stablehlo.sort"(%x, %n) <{dimension = 1 : i64, is_stable = true}> ({
  %6:2 = "stablehlo.sort"(%x, %n) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    // CHECK{LITERAL}: %l = stablehlo.compare LT, %a_1, %b_1, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %l = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<4x6xf32>, tensor<4x6xi32>) -> (tensor<4x6xf32>, tensor<4x6xi32>)
  // CHECK{LITERAL}: %7 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  %7 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %8 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  %8 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 1, 1>, window_dilations = dense<1> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<5x5xf32>
  // CHECK{LITERAL}: %9:2 = chlo.scan(%x) inits(%0) dimension=1 attributes {is_reverse = true} {
  %9:2 = chlo.scan(%x) inits(%0) dimension=1 attributes {is_reverse = true} {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    %s = stablehlo.add %a, %b : tensor<4xf32>
    stablehlo.return %s, %s : tensor<4xf32>, tensor<4xf32>
  } : (tensor<4x6xf32>, tensor<4xf32>) -> (tensor<4x6xf32>, tensor<4xf32>)
  // CHECK{LITERAL}: %10:2 = chlo.scan(%x) inits(%0) dimension=1 {
  %10:2 = "chlo.scan"(%x, %0) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    stablehlo.return %a, %b : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<4x6xf32>, tensor<4xf32>) -> (tensor<4x6xf32>, tensor<4xf32>)
  // CHECK{LITERAL}: return %5 : tensor<4x6xf32>
  return %5 : tensor<4x6xf32>
}
