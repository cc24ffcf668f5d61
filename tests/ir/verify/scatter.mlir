// scatter without batching dimensions.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xf32>, %c: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (I2): scatter_indices must be integers, not tensor<2x3x2xf32>{{.*}}[P207]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xf32>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<3x4xi64>, %c: tensor<2x3x2xi64>, %d: tensor<2x3x2x2xi64>, %e: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C1): inputs are tensor<3x4x2xi64> and tensor<3x4xi64>: they must have one shape{{.*}}[P203]
  %0:2 = "stablehlo.scatter"(%a, %b, %c, %d, %e) ({^bb0(%x0: tensor<i64>, %x1: tensor<i64>, %y0: tensor<i64>, %y1: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> %s1 = stablehlo.add %x1, %y1 : tensor<i64> stablehlo.return %s0, %s1 : tensor<i64>, tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<3x4xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>, tensor<2x3x2x2xi64>) -> (tensor<3x4x2xi64>, tensor<3x4x2xi64>)
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C2): update_window_dims, inserted_window_dims and input_batching_dims must cover the 3 dimensions of the input{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<3x4x2xi64>, %c: tensor<2x3x2xi64>, %d: tensor<2x3x2x2xi64>, %e: tensor<2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C3): updates are tensor<2x3x2x2xi64> and tensor<2xi64>: they must have one shape{{.*}}[P203]
  %0:2 = "stablehlo.scatter"(%a, %b, %c, %d, %e) ({^bb0(%x0: tensor<i64>, %x1: tensor<i64>, %y0: tensor<i64>, %y1: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> %s1 = stablehlo.add %x1, %y1 : tensor<i64> stablehlo.return %s0, %s1 : tensor<i64>, tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>, tensor<2xi64>) -> (tensor<3x4x2xi64>, tensor<3x4x2xi64>)
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x4x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C4): dimension 1 of the updates is 4, the indices' is 3{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x4x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x3xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C4): dimension 3 of the updates is 3, the input's is 2{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x3xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2x1xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C4): updates have rank 5, 4 is wanted{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2x1xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C6): input 0 is tensor<3x4x2xi64>, its update is tensor<2x3x2x2xi32>{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C7): update_window_dims must be distinct and sorted{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C8): update_window_dims must be dimensions of tensor<2x3x2x2xi64>{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 4], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C9): inserted_window_dims and input_batching_dims must be distinct{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C10): inserted_window_dims must be sorted{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C11): inserted_window_dims must be dimensions of tensor<3x4x2xi64>{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [-1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C19): scatter_dims_to_operand_dims has 1 entries, an index has 2{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C20): scatter_dims_to_operand_dims and input_batching_dims must be distinct{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 1], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C21): scatter_dims_to_operand_dims must name dimensions of tensor<3x4x2xi64>{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 3], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C22): index_vector_dim -1 is no dimension of tensor<2x3x2xi64>{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = -1>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C23): the body computes in f32, which tensor<3x4x2xi64> cannot be promoted to{{.*}}[P203]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C24): result 0 is tensor<4x3x2xi64>, the operands give tensor<3x4x2xi64>{{.*}}[P204]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<4x3x2xi64>
  return
}

// -----

func.func @main(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.scatter (C25): result 0 is tensor<3x4x2xi32>, the operands give tensor<3x4x2xi64>{{.*}}[P204]
  %0 = "stablehlo.scatter"(%a, %b, %c) ({^bb0(%x0: tensor<i64>, %y0: tensor<i64>): %s0 = stablehlo.add %x0, %y0 : tensor<i64> stablehlo.return %s0 : tensor<i64>}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi32>
  return
}
