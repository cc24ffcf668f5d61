// RUN: %partita eval %s
module @ring_with_a_gap {
  func.func @f(%a: tensor<2xi64>) -> tensor<2xi64> {
    // Nobody sends to 0, and 3 takes no part at all.
    %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    return %0 : tensor<2xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %b = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %c = stablehlo.constant dense<[5, 6]> : tensor<2xi64>
    %d = stablehlo.constant dense<[7, 8]> : tensor<2xi64>
    %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@f], [@f], [@f], [@f]]} : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<[0, 0]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[1, 2]> : tensor<2xi64>
    check.expect_eq_const %r#2, dense<[3, 4]> : tensor<2xi64>
    check.expect_eq_const %r#3, dense<[0, 0]> : tensor<2xi64>
    return
  }
}

// -----

// With a channel the pairs are partitions, in every replica; a device may send to itself.
module @partitions {
  func.func @f(%a: tensor<i64>) -> tensor<i64> {
    %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<i64>) -> tensor<i64>
    %1 = "stablehlo.collective_permute"(%0) {source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<i64>) -> tensor<i64>
    %2 = stablehlo.add %0, %1 : tensor<i64>
    return %2 : tensor<i64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<1> : tensor<i64>
    %b = stablehlo.constant dense<2> : tensor<i64>
    %c = stablehlo.constant dense<3> : tensor<i64>
    %d = stablehlo.constant dense<4> : tensor<i64>
    %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@f, @f], [@f, @f]]} : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>)
    check.expect_eq_const %r#0, dense<4> : tensor<i64>
    check.expect_eq_const %r#1, dense<1> : tensor<i64>
    check.expect_eq_const %r#2, dense<8> : tensor<i64>
    check.expect_eq_const %r#3, dense<3> : tensor<i64>
    return
  }
}
