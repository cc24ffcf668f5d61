// RUN: %partita eval %s
// Ops that only say in which order things happen, or that hand on what they get.
func.func @main() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = stablehlo.constant dense<5.0> : tensor<f32>
  %0:2 = stablehlo.optimization_barrier %a, %b : tensor<2x2xi32>, tensor<f32>
  check.expect_eq %0#0, %a : tensor<2x2xi32>
  check.expect_eq %0#1, %b : tensor<f32>
  %1 = stablehlo.after_all : !stablehlo.token
  %2 = stablehlo.after_all %1, %1 : !stablehlo.token
  %3 = "mhlo.copy"(%a) : (tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq %3, %a : tensor<2x2xi32>
  %4 = "mhlo.bitcast"(%a) : (tensor<2x2xi32>) -> tensor<4x1xi32>
  check.expect_eq_const %4, dense<[[1], [2], [3], [4]]> : tensor<4x1xi32>
  %5 = "mhlo.add_dependency"(%a, %2) : (tensor<2x2xi32>, !stablehlo.token) -> tensor<2x2xi32>
  check.expect_eq %5, %a : tensor<2x2xi32>
  return
}
