// RUN: %partita eval %s
module @partitions {
  func.func @f(%a: tensor<4x2xi64>) -> tensor<2x4xi64> {
    %0 = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<4x2xi64>) -> tensor<2x4xi64>
    return %0 : tensor<2x4xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi64>
    %b = stablehlo.constant dense<[[11, 12], [13, 14], [15, 16], [17, 18]]> : tensor<4x2xi64>
    %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@f, @f]]} : (tensor<4x2xi64>, tensor<4x2xi64>) -> (tensor<2x4xi64>, tensor<2x4xi64>)
    check.expect_eq_const %r#0, dense<[[1, 2, 11, 12], [3, 4, 13, 14]]> : tensor<2x4xi64>
    check.expect_eq_const %r#1, dense<[[5, 6, 15, 16], [7, 8, 17, 18]]> : tensor<2x4xi64>
    return
  }
}
