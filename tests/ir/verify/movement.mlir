// Broadcasts, concatenation, padding, bits, iota.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main() {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.iota (C1): iota_dimension 1 is not a dimension of tensor<4xi32>{{.*}}[P203]
  %0 = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<4xi32>
  return
}

// -----

func.func @main() {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.iota (C1): iota_dimension -9223372036854775808 is not a dimension{{.*}}[P203]
  %0 = "stablehlo.iota"() {iota_dimension = -9223372036854775808 : i64} : () -> tensor<4xi32>
  return
}

// -----

func.func @main() {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.iota (O1): gives integers, floats or complex numbers, not tensor<4xi1>{{.*}}[P207]
  %0 = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<4xi1>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.bitcast_convert (C1): tensor<2x3xf32> cannot become tensor<2x3x2xi8>{{.*}}[P203]
  %0 = "stablehlo.bitcast_convert"(%a) : (tensor<2x3xf32>) -> tensor<2x3x2xi8>
  return
}

// -----

func.func @main(%a: tensor<2x3xi8>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.bitcast_convert (C1): tensor<2x3xi8> cannot become tensor<2xi32>{{.*}}[P203]
  %0 = "stablehlo.bitcast_convert"(%a) : (tensor<2x3xi8>) -> tensor<2xi32>
  return
}

// -----

func.func @main(%a: tensor<2xcomplex<f32>>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.bitcast_convert (C2): tensor<2xcomplex<f32>> cannot become tensor<2xi64>: complex numbers stay complex{{.*}}[P203]
  %0 = "stablehlo.bitcast_convert"(%a) : (tensor<2xcomplex<f32>>) -> tensor<2xi64>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.broadcast_in_dim (C1): element types of tensor<2x3xf32> and tensor<2x3xi32> differ{{.*}}[P203]
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.broadcast_in_dim (C2): 1 broadcast_dimensions for an operand of rank 2{{.*}}[P203]
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.broadcast_in_dim (C3): broadcast_dimensions must be dimensions of tensor<4x2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 1, 3>} : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x2xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.broadcast_in_dim (C4): broadcast_dimensions must be distinct{{.*}}[P203]
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 1, 1>} : (tensor<2x2xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.broadcast_in_dim (C5): dimension 0 of the operand is 2, dimension 2 of the result is 4{{.*}}[P203]
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 2, 1>} : (tensor<2x3xf32>) -> tensor<5x3x4xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.concatenate (C1): inputs tensor<2x3xf32> and tensor<2x3xi32> have different element types{{.*}}[P203]
  %0 = "stablehlo.concatenate"(%a, %b) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.concatenate (C2): tensor<2x3xf32> and tensor<2x4xf32> differ in dimension 1{{.*}}[P203]
  %0 = "stablehlo.concatenate"(%a, %b) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.concatenate (C2): inputs tensor<2x3xf32> and tensor<2xf32> have different ranks{{.*}}[P203]
  %0 = "stablehlo.concatenate"(%a, %b) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.concatenate (C4): dimension 2 is not one of tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.concatenate"(%a, %b) {dimension = 2 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.concatenate (C5): result 0 is tensor<4x3xi32>, the operands give tensor<4x3xf32>{{.*}}[P204]
  %0 = "stablehlo.concatenate"(%a, %b) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.concatenate (C6): result 0 is tensor<5x3xf32>, the operands give tensor<4x3xf32>{{.*}}[P204]
  %0 = "stablehlo.concatenate"(%a, %b) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reshape (C1): element types of tensor<2x3xf32> and tensor<6xi32> differ{{.*}}[P203]
  %0 = "stablehlo.reshape"(%a) : (tensor<2x3xf32>) -> tensor<6xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reshape (C2): tensor<2x3xf32> and tensor<7xf32> have different numbers of elements{{.*}}[P203]
  %0 = "stablehlo.reshape"(%a) : (tensor<2x3xf32>) -> tensor<7xf32>
  return
}
