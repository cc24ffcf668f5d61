// RUN: %exits 1 %partita eval %s 2>&1 | FileCheck %s
func.func @main() -> tensor<f32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: stablehlo.iota needs more memory than the limit of {{[0-9]+}} MiB leaves [P407]
  %0 = stablehlo.iota dim = 0 : tensor<4000000000000xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4000000000000xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
