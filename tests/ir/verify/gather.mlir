// gather without batching dimensions.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (I2): start_indices must be integers, not tensor<2x3x2xf32>{{.*}}[P207]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xf32>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C1): offset_dims, collapsed_slice_dims and operand_batching_dims must cover the 3 dimensions of the operand{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C2): index_vector_dim 4 is no dimension of tensor<2x3x2xi64>{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 4>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C3): start_index_map has 1 entries, an index has 2{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C4): offset_dims must be distinct and sorted{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C5): offset_dims must be below 4, the rank of the result{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C6): collapsed_slice_dims and operand_batching_dims must be distinct{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C7): collapsed_slice_dims must be sorted{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C8): collapsed_slice_dims must be dimensions of tensor<3x4x2xi32>{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C9): collapsed dimension 0 has slice size 2{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 2, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C18): start_index_map and operand_batching_dims must be distinct{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C19): start_index_map must name dimensions of tensor<3x4x2xi32>{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 5], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C20): slice_sizes has 2 entries, 3 are wanted{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C21): slice size 5 of dimension 1, which has size 4{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 5, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C21): slice size -1 of dimension 0, which has size 3{{.*}}[P203]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: -1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C22): result 0 is tensor<2x3x2x4xi32>, the operands give tensor<2x3x2x2xi32>{{.*}}[P204]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x4xi32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.gather (C23): result 0 is tensor<2x3x2x2xf32>, the operands give tensor<2x3x2x2xi32>{{.*}}[P204]
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}
