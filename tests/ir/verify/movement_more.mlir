// Padding, slices, reversal, transposition, dimension sizes.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<2x3xf32>, %b: tensor<1xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.pad (I2): padding_value must be a scalar, it is tensor<1xf32>{{.*}}[P203]
  %0 = "stablehlo.pad"(%a, %b) {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.pad (C1): padding_value is tensor<i32>, the operand tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.pad"(%a, %b) {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.pad (C2): edge and interior padding must have 2 entries{{.*}}[P203]
  %0 = "stablehlo.pad"(%a, %b) {edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.pad (C3): interior_padding -1 of dimension 1 is negative{{.*}}[P203]
  %0 = "stablehlo.pad"(%a, %b) {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, -1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.pad (C4): dimension 0 would get a size that is negative or too large{{.*}}[P203]
  %0 = "stablehlo.pad"(%a, %b) {edge_padding_low = array<i64: -3, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.pad (C4): dimension 1 would get a size that is negative or too large{{.*}}[P203]
  %0 = "stablehlo.pad"(%a, %b) {edge_padding_low = array<i64: 0, 9223372036854775807>, edge_padding_high = array<i64: 0, 9223372036854775807>, interior_padding = array<i64: 0, 9223372036854775807>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.pad (C4): result 0 is tensor<2x3xf32>, the operands give tensor<2x4xf32>{{.*}}[P204]
  %0 = "stablehlo.pad"(%a, %b) {edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.slice (C2): start_indices, limit_indices and strides must have 2 entries{{.*}}[P203]
  %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.slice (C3): [1:4] is not a range of dimension 1, which has size 3{{.*}}[P203]
  %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 4>, strides = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.slice (C3): [2:1] is not a range of dimension 0, which has size 2{{.*}}[P203]
  %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 2, 0>, limit_indices = array<i64: 1, 3>, strides = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.slice (C4): stride 0 of dimension 1 must be positive{{.*}}[P203]
  %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.slice (C5): result 0 is tensor<2x3xf32>, the operands give tensor<2x2xf32>{{.*}}[P204]
  %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 2>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reverse (C2): dimensions must be distinct{{.*}}[P203]
  %0 = "stablehlo.reverse"(%a) {dimensions = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reverse (C3): dimensions must be those of tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.reverse"(%a) {dimensions = array<i64: 2>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.transpose (C2): permutation must be one of the 2 dimensions of the operand{{.*}}[P203]
  %0 = "stablehlo.transpose"(%a) {permutation = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.transpose (C3): result 0 is tensor<2x3xf32>, the operands give tensor<3x2xf32>{{.*}}[P204]
  %0 = "stablehlo.transpose"(%a) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.transpose (C1): result 0 is tensor<3x2xi32>, the operands give tensor<3x2xf32>{{.*}}[P204]
  %0 = "stablehlo.transpose"(%a) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.get_dimension_size (C1): dimension 5 is not one of tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.get_dimension_size"(%a) {dimension = 5 : i64} : (tensor<2x3xf32>) -> tensor<i32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.get_dimension_size (O1): result 0 is tensor<i64>, the operands give tensor<i32>{{.*}}[P204]
  %0 = "stablehlo.get_dimension_size"(%a) {dimension = 1 : i64} : (tensor<2x3xf32>) -> tensor<i64>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.set_dimension_size (I2): size must be a scalar of i32, it is tensor<f32>{{.*}}[P203]
  %0 = "stablehlo.set_dimension_size"(%a, %b) {dimension = 1 : i64} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}
