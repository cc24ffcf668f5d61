// Ops of CHLO, of HLO and of Shardy, whose constraints have no labels.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<6x4xf32>, %b: tensor<3x4x5xf32>, %c: tensor<3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.ragged_dot: exactly one lhs_ragged_dimension is wanted, not 2{{.*}}[P203]
  %0 = "chlo.ragged_dot"(%a, %b, %c) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0, 1], rhs_group_dimensions = [0]>} : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi32>) -> tensor<6x5xf32>
  return
}

// -----

func.func @main(%a: tensor<6x4xf32>, %b: tensor<3x4x5xf32>, %c: tensor<3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.ragged_dot: lhs_ragged_dimension 2 is not a dimension of tensor<6x4xf32>{{.*}}[P203]
  %0 = "chlo.ragged_dot"(%a, %b, %c) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>} : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi32>) -> tensor<6x5xf32>
  return
}

// -----

func.func @main(%a: tensor<6x4xf32>, %b: tensor<3x4x5xf32>, %c: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.ragged_dot: group_sizes must be integers, not tensor<3xf32>{{.*}}[P207]
  %0 = "chlo.ragged_dot"(%a, %b, %c) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xf32>) -> tensor<6x5xf32>
  return
}

// -----

func.func @main(%a: tensor<6x4xf32>, %b: tensor<3x4x5xf32>, %c: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.ragged_dot: group_sizes must have rank 1 at least{{.*}}[P203]
  %0 = "chlo.ragged_dot"(%a, %b, %c) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<i32>) -> tensor<6x5xf32>
  return
}

// -----

func.func @main(%a: tensor<6x4xf32>, %b: tensor<3x4x5xf32>, %c: tensor<3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.ragged_dot: one rhs_group_dimension is wanted, not 0{{.*}}[P203]
  %0 = "chlo.ragged_dot"(%a, %b, %c) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi32>) -> tensor<6x5xf32>
  return
}

// -----

func.func @main(%a: tensor<6x4xf32>, %b: tensor<3x4x5xf32>, %c: tensor<2xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.ragged_dot: the group dimension of tensor<3x4x5xf32> must have size 2{{.*}}[P203]
  %0 = "chlo.ragged_dot"(%a, %b, %c) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<2xi32>) -> tensor<6x5xf32>
  return
}

// -----

func.func @main(%a: tensor<6x4xf32>, %b: tensor<3x4x5xf32>, %c: tensor<3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.ragged_dot: rhs_group_dimensions must be empty where the ragged dimension is contracting or batching{{.*}}[P203]
  %0 = "chlo.ragged_dot"(%a, %b, %c) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi32>) -> tensor<6x5xf32>
  return
}

// -----

func.func @main(%a: tensor<6x4xf32>, %b: tensor<3x4x5xf32>, %c: tensor<7x3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.ragged_dot: group_sizes tensor<7x3xi32> must have one size per group, or that for each position before the ragged dimension{{.*}}[P203]
  %0 = "chlo.ragged_dot"(%a, %b, %c) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<7x3xi32>) -> tensor<6x5xf32>
  return
}

// -----

func.func @main(%a: tensor<6x4xf32>, %b: tensor<3x4x5xf32>, %c: tensor<3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.ragged_dot: result 0 is tensor<5x6xf32>, the operands give tensor<6x5xf32>{{.*}}[P204]
  %0 = "chlo.ragged_dot"(%a, %b, %c) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @main(%a: tensor<4xi32>, %b: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.scan: argument 0 of the body is tensor<2xi32>, no slice of tensor<4xi32>{{.*}}[P203]
  %0:2 = "chlo.scan"(%a, %b) ({^bb0(%x: tensor<2xi32>, %c: tensor<i32>): stablehlo.return %x, %c : tensor<2xi32>, tensor<i32>}) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @main(%a: tensor<4xi32>, %b: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.scan: carry 0 is tensor<i32>, the body takes tensor<i64> and returns tensor<i64>{{.*}}[P203]
  %0:2 = "chlo.scan"(%a, %b) ({^bb0(%x: tensor<i32>, %c: tensor<i64>): stablehlo.return %x, %c : tensor<i32>, tensor<i64>}) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @main(%a: tensor<4xi32>, %b: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.scan: dimension 1 is not one of input 0, tensor<4xi32>{{.*}}[P203]
  %0:2 = "chlo.scan"(%a, %b) ({^bb0(%x: tensor<i32>, %c: tensor<i32>): stablehlo.return %x, %c : tensor<i32>, tensor<i32>}) {dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @main(%a: tensor<4xi32>, %b: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.scan: result 0 is tensor<5xi32>, the operands give tensor<4xi32>{{.*}}[P204]
  %0:2 = "chlo.scan"(%a, %b) ({^bb0(%x: tensor<i32>, %c: tensor<i32>): stablehlo.return %x, %c : tensor<i32>, tensor<i32>}) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<4xi32>, tensor<i32>) -> (tensor<5xi32>, tensor<i32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xui8>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: mhlo.stochastic_convert: the random operand must have the shape of the first and be unsigned of its width{{.*}}[P203]
  %0 = "mhlo.stochastic_convert"(%a, %b) : (tensor<2x3xf32>, tensor<2x3xui8>) -> tensor<2x3xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: mhlo.bitcast: tensor<2x3xf32> and tensor<7xf32> must have the same number of bytes{{.*}}[P203]
  %0 = "mhlo.bitcast"(%a) : (tensor<2x3xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: mhlo.add_dependency: the second operand must be a token, it is tensor<2x3xf32>{{.*}}[P203]
  %0 = "mhlo.add_dependency"(%a, %b) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: mhlo.copy: result 0 is tensor<6xf32>, the operands give tensor<2x3xf32>{{.*}}[P204]
  %0 = "mhlo.copy"(%a) : (tensor<2x3xf32>) -> tensor<6xf32>
  return
}
