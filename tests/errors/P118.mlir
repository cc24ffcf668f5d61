// RUN: %exits 1 %partita convert %s --to vhlo -o %t 2>&1 | FileCheck %s
// Portable artifacts are StableHLO alone, and the calls that other ops become do not say that a top-k is stable.
func.func @main(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: chlo.top_k is no op of StableHLO, and portable artifacts have those alone [P118]
  %0:2 = "chlo.top_k"(%x) {k = 2 : i64, is_stable = true} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}
