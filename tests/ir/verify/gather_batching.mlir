// gather with batching dimensions.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C6): collapsed_slice_dims and operand_batching_dims must be distinct{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C10): operand_batching_dims must be sorted{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [], operand_batching_dims = [1, 0], start_indices_batching_dims = [1, 0], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C11): operand_batching_dims must be dimensions of tensor<2x3x4x2xi32>{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [4], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C12): batching dimension 0 has slice size 2{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 2, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C13): start_indices_batching_dims must be distinct{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1, 1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C14): start_indices_batching_dims must be dimensions of tensor<2x2x3x2xi64>{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [-1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C15): index_vector_dim cannot be a batching dimension{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C16): operand has 1 batching dimensions, start_indices 2{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0, 1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C17): batching dimension 0 of the operand is 2, 2 of start_indices is 3{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C18): start_index_map and operand_batching_dims must be distinct{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}
