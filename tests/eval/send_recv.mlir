// RUN: %partita eval %s
module @two_messages {
  func.func @sender(%a: tensor<2xi64>) -> tensor<2xi64> {
    %t = stablehlo.after_all : !stablehlo.token
    %0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    %n = stablehlo.negate %a : tensor<2xi64>
    %1 = "stablehlo.send"(%n, %0) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    %back:2 = "stablehlo.recv"(%1) {channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    return %back#0 : tensor<2xi64>
  }
  func.func @receiver() -> (tensor<2xi64>, tensor<2xi64>) {
    %t = stablehlo.after_all : !stablehlo.token
    %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    %1:2 = "stablehlo.recv"(%0#1) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    %s = stablehlo.add %0#0, %0#0 : tensor<2xi64>
    %2 = "stablehlo.send"(%s, %1#1) {channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>} : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    return %0#0, %1#0 : tensor<2xi64>, tensor<2xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %r:3 = "interpreter.run_parallel"(%a) {programs = [[@sender], [@receiver]]} : (tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %r#0, dense<[2, 4]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<[1, 2]> : tensor<2xi64>
    check.expect_eq_const %r#2, dense<[-1, -2]> : tensor<2xi64>
    return
  }
}
