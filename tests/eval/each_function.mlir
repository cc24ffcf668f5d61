// RUN: %exits 2 %partita eval %s 2>&1 | FileCheck %s
// RUN: %partita eval --entry a %s
// RUN: %exits 1 %partita run %s 2>&1 | FileCheck %s --check-prefix=RUN-STATUS
// Several functions and no @main: each is evaluated, but for those that another one runs.
// RUN-STATUS: there is no @main
func.func @a() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %0, dense<1> : tensor<i32>
  return
}
func.func @b() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: check.expect_eq_const: 1 of 1 elements differ
  check.expect_eq_const %0, dense<2> : tensor<i32>
  return
}
func.func @doubled(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %x, %x : tensor<i32>
  return %0 : tensor<i32>
}
func.func @c() {
  %0 = stablehlo.constant dense<3> : tensor<i32>
  %1:2 = "interpreter.run_parallel"(%0, %0) {programs = [[@doubled, @doubled]]} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: check.expect_eq_const: 1 of 1 elements differ
  check.expect_eq_const %1#1, dense<7> : tensor<i32>
  return
}
