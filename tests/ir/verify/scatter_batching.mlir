// scatter with batching dimensions, and a wrong number of updates.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<3x4x2xi64>, %c: tensor<2x3x2xi64>, %d: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C5): takes inputs, indices, and as many updates as inputs{{.*}}[P203]
  %0:2 = "stablehlo.scatter"(%a, %b, %c, %d) ({^bb0(%x0: tensor<i64>, %x1: tensor<i64>, %y0: tensor<i64>, %y1: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> %s1 = stablehlo.add %x1, %y1 : tensor<i64> stablehlo.return %s0, %s1 : tensor<i64>, tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> (tensor<3x4x2xi64>, tensor<3x4x2xi64>)
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C9): inserted_window_dims and input_batching_dims must be distinct{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>} : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C12): input_batching_dims must be sorted{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [], input_batching_dims = [1, 0], scatter_indices_batching_dims = [1, 0], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>} : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C13): input_batching_dims must be dimensions of tensor<2x3x4x2xi64>{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [9], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>} : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C14): scatter_indices_batching_dims must be distinct{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>} : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C15): scatter_indices_batching_dims must be dimensions of tensor<2x2x3x2xi64>{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [4], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>} : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C16): index_vector_dim cannot be a batching dimension{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>} : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C17): the input has 1 batching dimensions, scatter_indices 2{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>} : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C18): batching dimension 0 of the input is 2, 2 of scatter_indices is 3{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>} : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C20): scatter_dims_to_operand_dims and input_batching_dims must be distinct{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 3>} : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}
