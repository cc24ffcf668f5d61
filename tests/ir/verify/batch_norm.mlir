// batch_norm_grad, batch_norm_inference and batch_norm_training.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<2x3xi32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<2x3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_grad (I1): takes floats, not tensor<2x3xi32>{{.*}}[P207]
  %0:3 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xi32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_grad (C1): feature_index 2 is not a dimension of tensor<2x3xf32>{{.*}}[P203]
  %0:3 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) {epsilon = 0.0 : f32, feature_index = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf64>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_grad (C2): operand 1 is tensor<3xf64>, operand 0 is tensor<2x3xf32>{{.*}}[P203]
  %0:3 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3x2xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_grad (C3): grad_output is tensor<3x2xf32>, the operand is tensor<2x3xf32>{{.*}}[P203]
  %0:3 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<4xf32>, %d: tensor<3xf32>, %e: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_grad (C4): operand 2 has 4 elements, there are 3 features{{.*}}[P203]
  %0:3 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<4xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_grad (C5): operand 1 has 4 elements, there are 3 features{{.*}}[P203]
  %0:3 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_grad (I2): operand 1 must be a vector, it is tensor<2x3xf32>{{.*}}[P203]
  %0:3 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_grad (C4): result 1 is tensor<4xf32>, the operands give tensor<3xf32>{{.*}}[P204]
  %0:3 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<4xf32>, tensor<3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<4xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_inference (C3): operand 1 has 4 elements, there are 3 features{{.*}}[P203]
  %0 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<4xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_inference (C4): operand 2 has 4 elements, there are 3 features{{.*}}[P203]
  %0 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<4xf32>, %e: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_inference (C5): operand 3 has 4 elements, there are 3 features{{.*}}[P203]
  %0 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<4xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_inference (C6): operand 4 has 4 elements, there are 3 features{{.*}}[P203]
  %0 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_inference (C7): result 0 is tensor<3x2xf32>, the operands give tensor<2x3xf32>{{.*}}[P204]
  %0 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_training (C1): feature_index -1 is not a dimension of tensor<2x3xf32>{{.*}}[P203]
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.0 : f32, feature_index = -1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<4xf32>, %c: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_training (C3): operand 1 has 4 elements, there are 3 features{{.*}}[P203]
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<4xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<4xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_training (C4): operand 2 has 4 elements, there are 3 features{{.*}}[P203]
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_training (C5): result 1 is tensor<4xf32>, the operands give tensor<3xf32>{{.*}}[P204]
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<4xf32>, tensor<3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_training (C6): result 2 is tensor<4xf32>, the operands give tensor<3xf32>{{.*}}[P204]
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.batch_norm_training (C7): result 0 is tensor<6xf32>, the operands give tensor<2x3xf32>{{.*}}[P204]
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<6xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
