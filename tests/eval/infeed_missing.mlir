// RUN: %exits 1 %partita eval %s 2>&1 | FileCheck %s
func.func @main() -> tensor<2xi64> {
  %t = stablehlo.after_all : !stablehlo.token
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[P401]
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return %0#0 : tensor<2xi64>
}
