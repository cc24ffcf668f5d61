// RUN: %exits 1 %partita eval %s 2>&1 | FileCheck %s
// A device that has ended cannot come any more.
module @deadlock {
  func.func @gathers(%a: tensor<1xi64>) -> tensor<2xi64> {
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: devices wait for each other: device 0 waits in stablehlo.all_gather %0 at line [[@LINE+1]] for device 1; device 1 has ended [P403]
    %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi64>) -> tensor<2xi64>
    return %0 : tensor<2xi64>
  }
  func.func @ends() {
    return
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1]> : tensor<1xi64>
    %r = "interpreter.run_parallel"(%a) {programs = [[@gathers], [@ends]]} : (tensor<1xi64>) -> tensor<2xi64>
    return
  }
}
