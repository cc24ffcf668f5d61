// RUN: %partita eval %s
module @queue {
  func.func @reader() -> (tensor<2xi64>, tensor<f32>, tensor<2xi64>) {
    %t = stablehlo.after_all : !stablehlo.token
    %0:3 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi64>, tensor<f32>, !stablehlo.token)
    %1:2 = "stablehlo.infeed"(%0#2) : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    %2 = "stablehlo.outfeed"(%1#0, %1#1) : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    return %0#0, %0#1, %1#0 : tensor<2xi64>, tensor<f32>, tensor<2xi64>
  }
  func.func @first() -> (tensor<2xi64>, tensor<f32>) {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %b = stablehlo.constant dense<1.5> : tensor<f32>
    return %a, %b : tensor<2xi64>, tensor<f32>
  }
  func.func @second() -> tensor<2xi64> {
    %a = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    return %a : tensor<2xi64>
  }
  func.func @main() {
    %r:3 = "interpreter.run_parallel"() {infeed = [@first, @second], programs = [[@reader]]} : () -> (tensor<2xi64>, tensor<f32>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<[1, 2]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<1.5> : tensor<f32>
    check.expect_eq_const %r#2, dense<[3, 4]> : tensor<2xi64>
    return
  }
}
