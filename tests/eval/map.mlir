// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = stablehlo.constant dense<[[10, 20], [30, 40]]> : tensor<2x2xi32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  // A captured value is the same for all elements.
  %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %p = stablehlo.multiply %x, %three : tensor<i32>
    %s = stablehlo.add %p, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[13, 26], [39, 52]]> : tensor<2x2xi32>
  // Another element type comes out.
  %1 = "stablehlo.map"(%a) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<i32>):
    %c = stablehlo.compare LT, %x, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xi32>) -> tensor<2x2xi1>
  check.expect_eq_const %1, dense<[[true, true], [false, false]]> : tensor<2x2xi1>
  %s = stablehlo.constant dense<4.0> : tensor<f32>
  %2 = "stablehlo.map"(%s) <{dimensions = array<i64>}> ({
  ^bb0(%x: tensor<f32>):
    %r = stablehlo.sqrt %x : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  check.expect_eq_const %2, dense<2.0> : tensor<f32>
  return
}
