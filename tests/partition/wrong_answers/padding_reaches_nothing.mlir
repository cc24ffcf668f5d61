// Seven elements on four devices leave one that nobody gave. exp(0) = 1, log(0), 0 / 0: what pointwise ops make of it is
// worse than zero, and reaches no maximum, mean, argmin, softmax, window, running sum or sort.
// RUN: %partita run %s --verify
sdy.mesh @m = <["x"=4]>
func.func @main() -> (tensor<f32>, tensor<f32>, tensor<i32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>,
                      tensor<i1>) {
  %iota = stablehlo.iota dim = 0 : tensor<7xf32>
  %0 = sdy.sharding_constraint %iota <@m, [{"x"}]> : tensor<7xf32>
  %nine = stablehlo.constant dense<-9.0> : tensor<7xf32>
  %v = stablehlo.add %0, %nine : tensor<7xf32>   // -9 … -3; 1 / v and its kin make padding infinite
  %reciprocal = stablehlo.divide %v, %v : tensor<7xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %max = stablehlo.reduce(%v init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<f32>
  %sum = stablehlo.reduce(%reciprocal init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<f32>
  %seven = stablehlo.constant dense<7.0> : tensor<f32>
  %mean = stablehlo.divide %sum, %seven : tensor<f32>
  %minus = stablehlo.negate %v : tensor<7xf32>
  %places = stablehlo.iota dim = 0 : tensor<7xi32>
  %argmin:2 = stablehlo.reduce(%minus init: %high), (%places init: %none) across dimensions = [0] : (tensor<7xf32>, tensor<7xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %less = stablehlo.compare LE, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %value = stablehlo.select %less, %a, %c : tensor<i1>, tensor<f32>
    %place = stablehlo.select %less, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<f32>, tensor<i32>
  }
  %most = stablehlo.broadcast_in_dim %max, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %shifted = stablehlo.subtract %v, %most : tensor<7xf32>
  %e = stablehlo.exponential %shifted : tensor<7xf32>
  %total = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<f32>
  %totals = stablehlo.broadcast_in_dim %total, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %softmax = stablehlo.divide %e, %totals : tensor<7xf32>
  %window = "stablehlo.reduce_window"(%v, %low) <{window_dimensions = array<i64: 3>, padding = dense<1> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  %running = "stablehlo.reduce_window"(%reciprocal, %zero) <{window_dimensions = array<i64: 7>, padding = dense<[[0, 6]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  %sorted = "stablehlo.sort"(%v) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %before = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<7xf32>) -> tensor<7xf32>
  %negative = stablehlo.compare LT, %v, %nine : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %not = stablehlo.not %negative : tensor<7xi1>
  %all = stablehlo.reduce(%not init: %yes) applies stablehlo.and across dimensions = [0] : (tensor<7xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %max, dense<-3.0> : tensor<f32>
  check.expect_eq_const %mean, dense<1.0> : tensor<f32>
  check.expect_eq_const %argmin#1, dense<6> : tensor<i32>
  check.expect_eq_const %window, dense<[-8.0, -7.0, -6.0, -5.0, -4.0, -3.0, -3.0]> : tensor<7xf32>
  check.expect_eq_const %running, dense<[7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0]> : tensor<7xf32>
  check.expect_eq_const %sorted, dense<[-3.0, -4.0, -5.0, -6.0, -7.0, -8.0, -9.0]> : tensor<7xf32>
  check.expect_eq_const %all, dense<true> : tensor<i1>
  return %max, %mean, %argmin#1, %softmax, %window, %running, %sorted, %all
      : tensor<f32>, tensor<f32>, tensor<i32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<i1>
}
