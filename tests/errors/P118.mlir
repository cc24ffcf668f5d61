// RUN: %exits 1 %partita convert %s --to vhlo -o %t 2>&1 | FileCheck %s
// Portable artifacts have ops of StableHLO, and of CHLO those that are formulas of these.
func.func @main(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %sizes: tensor<3xi64>) -> tensor<2x11x7xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: chlo.ragged_dot is no op of StableHLO, and portable artifacts have those alone [P118]
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  return %0 : tensor<2x11x7xf32>
}
