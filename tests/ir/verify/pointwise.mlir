// Pointwise ops: element classes and equal types.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<2x3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.exponential (I1): takes floats or complex numbers, not tensor<2x3xi32>{{.*}}[P207]
  %0 = "stablehlo.exponential"(%a) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.popcnt (I1): takes integers, not tensor<2x3xf32>{{.*}}[P207]
  %0 = "stablehlo.popcnt"(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.floor (I1): takes floats, not tensor<2x3xi32>{{.*}}[P207]
  %0 = "stablehlo.floor"(%a) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.not (I1): takes booleans or integers, not tensor<2x3xf32>{{.*}}[P207]
  %0 = "stablehlo.not"(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<4xi1>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.negate (I1): takes integers, floats or complex numbers, not tensor<4xi1>{{.*}}[P207]
  %0 = "stablehlo.negate"(%a) : (tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo._asin_acos_kernel (I1): takes complex numbers, not tensor<2x3xf32>{{.*}}[P207]
  %0 = "chlo._asin_acos_kernel"(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.tanh (C1): result 0 is tensor<3x2xf32>, the operands give tensor<2x3xf32>{{.*}}[P204]
  %0 = "stablehlo.tanh"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.add (C1): operand 0 is tensor<2x3xf32>, operand 1 is tensor<2x3xi32>: their types must be equal{{.*}}[P203]
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.maximum (C1): operand 0 is tensor<2x3xf32>, operand 1 is tensor<3xf32>{{.*}}[P203]
  %0 = "stablehlo.maximum"(%a, %b) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.shift_left (I1): takes integers, not{{.*}}[P207]
  %0 = "stablehlo.shift_left"(%a, %b) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.subtract (C1): result 0 is tensor<2x3xi1>, the operands give tensor<2x3xf32>{{.*}}[P204]
  %0 = "stablehlo.subtract"(%a, %b) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}

// -----

func.func @main(%a: !stablehlo.token) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.abs: takes tensors only, operand 0 is !stablehlo.token{{.*}}[P203]
  %0 = "stablehlo.abs"(%a) : (!stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @main(%a: tensor<2xcomplex<f32>>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.abs (C2): result 0 is tensor<2xcomplex<f32>>, the operands give tensor<2xf32>{{.*}}[P204]
  %0 = "stablehlo.abs"(%a) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<2x3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.real (I1): takes floats or complex numbers{{.*}}[P207]
  %0 = "stablehlo.real"(%a) : (tensor<2x3xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2xcomplex<f32>>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.imag (C1): result 0 is tensor<3xf32>, the operands give tensor<2xf32>{{.*}}[P204]
  %0 = "stablehlo.imag"(%a) : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  return
}

// -----

func.func @main(%a: tensor<2xf16>, %b: tensor<2xf16>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.complex (I1): takes parts of f32 or f64, not tensor<2xf16>{{.*}}[P207]
  %0 = "stablehlo.complex"(%a, %b) : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.complex (C1): operand 0 is tensor<2xf32>, operand 1 is tensor<2xf64>{{.*}}[P203]
  %0 = "stablehlo.complex"(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.complex (C3): result 0 is tensor<2xcomplex<f64>>, the operands give tensor<2xcomplex<f32>>{{.*}}[P204]
  %0 = "stablehlo.complex"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  return
}

// -----

func.func @main(%a: tensor<2x3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.is_finite (I1): takes floats, not{{.*}}[P207]
  %0 = "stablehlo.is_finite"(%a) : (tensor<2x3xi32>) -> tensor<2x3xi1>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.is_finite (O1): result 0 is tensor<2x3xf32>, the operands give tensor<2x3xi1>{{.*}}[P204]
  %0 = "stablehlo.is_finite"(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
