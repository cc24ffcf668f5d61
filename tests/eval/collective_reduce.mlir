// RUN: %partita eval %s
module @replicas {
  func.func @f(%a: tensor<2xi64>) -> tensor<2xi64> {
    %0 = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%x: tensor<i64>, %y: tensor<i64>):
      %s = stablehlo.maximum %x, %y : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<2xi64>) -> tensor<2xi64>
    return %0 : tensor<2xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 20]> : tensor<2xi64>
    %b = stablehlo.constant dense<[10, 2]> : tensor<2xi64>
    %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@f], [@f]]} : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#1, dense<[10, 20]> : tensor<2xi64>
    check.expect_eq_const %r#0, dense<[0, 0]> : tensor<2xi64>
    return
  }
}
