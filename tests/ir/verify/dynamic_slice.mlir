// dynamic_slice and dynamic_update_slice.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<2x3xf32>, %b: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_slice (C2): 1 start indices for an operand of rank 2{{.*}}[P203]
  %0 = "stablehlo.dynamic_slice"(%a, %b) {slice_sizes = array<i64: 1, 2>} : (tensor<2x3xf32>, tensor<i64>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<i64>, %c: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_slice (C2): 1 slice_sizes for an operand of rank 2{{.*}}[P203]
  %0 = "stablehlo.dynamic_slice"(%a, %b, %c) {slice_sizes = array<i64: 1>} : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<i64>, %c: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_slice (C3): start indices are tensor<i64> and tensor<i32>: they must have one type{{.*}}[P203]
  %0 = "stablehlo.dynamic_slice"(%a, %b, %c) {slice_sizes = array<i64: 1, 2>} : (tensor<2x3xf32>, tensor<i64>, tensor<i32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<1xi64>, %c: tensor<1xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_slice (I2): a start index is tensor<1xi64>, no scalar{{.*}}[P203]
  %0 = "stablehlo.dynamic_slice"(%a, %b, %c) {slice_sizes = array<i64: 1, 2>} : (tensor<2x3xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_slice (I2): start indices must be integers, not tensor<f32>{{.*}}[P207]
  %0 = "stablehlo.dynamic_slice"(%a, %b, %c) {slice_sizes = array<i64: 1, 2>} : (tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<i64>, %c: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_slice (C4): slice size 4 of dimension 1, which has size 3{{.*}}[P203]
  %0 = "stablehlo.dynamic_slice"(%a, %b, %c) {slice_sizes = array<i64: 1, 4>} : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<i64>, %c: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_slice (C4): slice size -1 of dimension 0, which has size 2{{.*}}[P203]
  %0 = "stablehlo.dynamic_slice"(%a, %b, %c) {slice_sizes = array<i64: -1, 2>} : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<i64>, %c: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_slice (C5): result 0 is tensor<2x2xf32>, the operands give tensor<1x2xf32>{{.*}}[P204]
  %0 = "stablehlo.dynamic_slice"(%a, %b, %c) {slice_sizes = array<i64: 1, 2>} : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<2x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<i64>, %c: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_slice (C1): result 0 is tensor<1x2xi32>, the operands give tensor<1x2xf32>{{.*}}[P204]
  %0 = "stablehlo.dynamic_slice"(%a, %b, %c) {slice_sizes = array<i64: 1, 2>} : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<1x2xf32>, %c: tensor<i64>, %d: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_update_slice (C1): result 0 is tensor<1x2xf32>, the operands give tensor<2x3xf32>{{.*}}[P204]
  %0 = "stablehlo.dynamic_update_slice"(%a, %b, %c, %d) : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<1x2xi32>, %c: tensor<i64>, %d: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_update_slice (C2): operand tensor<2x3xf32> and update tensor<1x2xi32> have different element types{{.*}}[P203]
  %0 = "stablehlo.dynamic_update_slice"(%a, %b, %c, %d) : (tensor<2x3xf32>, tensor<1x2xi32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2xf32>, %c: tensor<i64>, %d: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_update_slice (C3): operand tensor<2x3xf32> and update tensor<2xf32> have different ranks{{.*}}[P203]
  %0 = "stablehlo.dynamic_update_slice"(%a, %b, %c, %d) : (tensor<2x3xf32>, tensor<2xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<1x2xf32>, %c: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_update_slice (C4): 1 start indices for an operand of rank 2{{.*}}[P203]
  %0 = "stablehlo.dynamic_update_slice"(%a, %b, %c) : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<1x2xf32>, %c: tensor<i64>, %d: tensor<i8>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_update_slice (C5): start indices are tensor<i64> and tensor<i8>{{.*}}[P203]
  %0 = "stablehlo.dynamic_update_slice"(%a, %b, %c, %d) : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i8>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<1x2xf32>, %c: tensor<f32>, %d: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_update_slice (I3): start indices must be integers, not tensor<f32>{{.*}}[P207]
  %0 = "stablehlo.dynamic_update_slice"(%a, %b, %c, %d) : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %c: tensor<i64>, %d: tensor<i64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.dynamic_update_slice (C6): the update tensor<2x4xf32> does not fit into tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.dynamic_update_slice"(%a, %b, %c, %d) : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  return
}
