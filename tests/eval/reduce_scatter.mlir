// RUN: %partita eval %s
module @replicas {
  func.func @f(%a: tensor<2x4xi64>) -> tensor<2x2xi64> {
    %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<i64>, %y: tensor<i64>):
      %s = stablehlo.add %x, %y : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {scatter_dimension = 1 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x4xi64>) -> tensor<2x2xi64>
    return %0 : tensor<2x2xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi64>
    %b = stablehlo.constant dense<[[10, 20, 30, 40], [50, 60, 70, 80]]> : tensor<2x4xi64>
    %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@f], [@f]]} : (tensor<2x4xi64>, tensor<2x4xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>)
    // Device 1 is first in the group and has the first half.
    check.expect_eq_const %r#1, dense<[[11, 22], [55, 66]]> : tensor<2x2xi64>
    check.expect_eq_const %r#0, dense<[[33, 44], [77, 88]]> : tensor<2x2xi64>
    return
  }
}
