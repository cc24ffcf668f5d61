// RUN: %exits 1 %partita eval %s 2>&1 | FileCheck %s
// One device never comes to the collective: the others report it at once.
module @deadlock {
  func.func @gathers(%a: tensor<1xi64>) -> tensor<2xi64> {
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: devices wait for each other: device 0 waits in stablehlo.all_gather %0 at line [[@LINE+1]] for device 1; device 1 waits in stablehlo.recv {{.*}} for a message on channel 9 [P403]
    %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi64>) -> tensor<2xi64>
    return %0 : tensor<2xi64>
  }
  func.func @waits() -> tensor<1xi64> {
    %t = stablehlo.after_all : !stablehlo.token
    %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 9, type = 1>} : (!stablehlo.token) -> (tensor<1xi64>, !stablehlo.token)
    return %0#0 : tensor<1xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1]> : tensor<1xi64>
    %r:2 = "interpreter.run_parallel"(%a) {programs = [[@gathers], [@waits]]} : (tensor<1xi64>) -> (tensor<2xi64>, tensor<1xi64>)
    return
  }
}
