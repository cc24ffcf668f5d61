// RUN: %exits 1 %partita convert %s --to vhlo -o %t 2>&1 | FileCheck %s
// Portable artifacts are StableHLO alone.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: chlo.erf is no op of StableHLO, and portable artifacts have those alone [P118]
  %0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
