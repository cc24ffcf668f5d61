// The initial value of a reduction counts once, however many devices reduce: sums, maxima, products, a window, a
// running sum, and one whose body has no identity anybody knows.
// RUN: %partita run %s --verify
sdy.mesh @m = <["x"=3, "y"=2]>
func.func @main() -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<5xi32>, tensor<7xi32>, tensor<i32>, tensor<5xi32>) {
  %iota = stablehlo.iota dim = 0 : tensor<7xi32>
  %v = sdy.sharding_constraint %iota <@m, [{"x", "y"}]> : tensor<7xi32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<7xi32>
  %plus = stablehlo.add %v, %one : tensor<7xi32>
  %sum = stablehlo.reduce(%v init: %ten) applies stablehlo.add across dimensions = [0] : (tensor<7xi32>, tensor<i32>) -> tensor<i32>
  %max = stablehlo.reduce(%v init: %ten) applies stablehlo.maximum across dimensions = [0] : (tensor<7xi32>, tensor<i32>) -> tensor<i32>
  %product = stablehlo.reduce(%plus init: %two) applies stablehlo.multiply across dimensions = [0] : (tensor<7xi32>, tensor<i32>) -> tensor<i32>
  %window = "stablehlo.reduce_window"(%v, %ten) <{window_dimensions = array<i64: 3>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<7xi32>, tensor<i32>) -> tensor<5xi32>
  %running = "stablehlo.reduce_window"(%v, %ten) <{window_dimensions = array<i64: 7>, padding = dense<[[6, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<7xi32>, tensor<i32>) -> tensor<7xi32>
  // a * b mod 11, from 10 on.
  %odd = stablehlo.reduce(%plus init: %ten) across dimensions = [0] : (tensor<7xi32>, tensor<i32>) -> tensor<i32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %p = stablehlo.multiply %a, %b : tensor<i32>
    %eleven = stablehlo.constant dense<11> : tensor<i32>
    %r = stablehlo.remainder %p, %eleven : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }
  %matrix = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<7xi32>) -> tensor<5x7xi32>
  %rows = stablehlo.reduce(%matrix init: %ten) applies stablehlo.minimum across dimensions = [1] : (tensor<5x7xi32>, tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %sum, dense<31> : tensor<i32>
  check.expect_eq_const %max, dense<10> : tensor<i32>
  check.expect_eq_const %product, dense<10080> : tensor<i32>
  check.expect_eq_const %window, dense<[13, 16, 19, 22, 25]> : tensor<5xi32>
  check.expect_eq_const %odd, dense<9> : tensor<i32>
  check.expect_eq_const %rows, dense<0> : tensor<5xi32>
  return %sum, %max, %product, %window, %running, %odd, %rows
      : tensor<i32>, tensor<i32>, tensor<i32>, tensor<5xi32>, tensor<7xi32>, tensor<i32>, tensor<5xi32>
}
