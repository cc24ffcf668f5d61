// RUN: %exits 2 %partita eval %s 2>&1 | FileCheck %s
// RUN: %exits 2 %partita eval %s --rtol 1e-3 2>&1 | FileCheck %s --check-prefix LOOSE
// Every failing check is told, with the first element that differs, and the evaluation goes on.
func.func @main() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  // CHECK: [[@LINE+2]]:{{[0-9]+}}: error: check.expect_eq_const: 2 of 6 elements differ; the first, at [0, 2], is 3 and should be 30{{.*}} [P402]
  // LOOSE: [[@LINE+1]]:{{[0-9]+}}: error: check.expect_eq_const: 2 of 6 elements differ
  check.expect_eq_const %a, dense<[[1, 2, 30], [4, 5, 60]]> : tensor<2x3xi32>
  %b = stablehlo.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  // IEEE equality: NaN is not equal to itself.
  // CHECK: [[@LINE+2]]:{{[0-9]+}}: error: check.expect_eq: 1 of 2 elements differ; the first, at [1], is nan and should be nan
  // LOOSE-NOT: check.expect_eq:
  check.expect_eq %b, %b : tensor<2xf32>
  check.expect_close %b, %b : tensor<2xf32>
  check.expect_almost_eq %b, %b : tensor<2xf32>
  // Two representable values apart; one is allowed unless said otherwise.
  %c = stablehlo.constant dense<0x3F800000> : tensor<f32>
  %d = stablehlo.constant dense<0x3F800002> : tensor<f32>
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: check.expect_close: 1 of 1 elements differ; the value is 1 and should be 1.0000002
  check.expect_close %c, %d : tensor<f32>
  "check.expect_close"(%c, %d) {max_ulp_difference = 2 : i64} : (tensor<f32>, tensor<f32>) -> ()
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: check.expect_almost_eq_const: 1 of 1 elements differ
  check.expect_almost_eq_const %c, dense<1.001> : tensor<f32>
  // CHECK-NOT: error:
  "check.expect_almost_eq_const"(%c) {value = dense<1.001> : tensor<f32>, tolerance = 1.0e-2 : f64} : (tensor<f32>) -> ()
  return
}
