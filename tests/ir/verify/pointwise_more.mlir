// compare, select, clamp, convert, reduce_precision and map.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_precision (C2): exponent_bits is 0, 1 is the least{{.*}}[P203]
  %0 = "stablehlo.reduce_precision"(%a) {exponent_bits = 0 : i32, mantissa_bits = 2 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_precision (C3): mantissa_bits is -1, 0 is the least{{.*}}[P203]
  %0 = "stablehlo.reduce_precision"(%a) {exponent_bits = 5 : i32, mantissa_bits = -1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.compare (C1): lhs is tensor<2x3xf32>, rhs is tensor<2x3xi32>: their element types must be equal{{.*}}[P203]
  %0 = "stablehlo.compare"(%a, %b) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.compare (C2): lhs is tensor<2x3xf32>, rhs is tensor<3x2xf32>: their shapes must be equal{{.*}}[P203]
  %0 = "stablehlo.compare"(%a, %b) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xi1>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.compare (C3): compare_type SIGNED does not fit tensor<2x3xf32>, FLOAT does{{.*}}[P203]
  %0 = "stablehlo.compare"(%a, %b) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type SIGNED>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}

// -----

func.func @main(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.compare (C3): compare_type UNSIGNED does not fit tensor<2x3xi32>, SIGNED does{{.*}}[P203]
  %0 = "stablehlo.compare"(%a, %b) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type UNSIGNED>} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  return
}

// -----

func.func @main(%a: tensor<2x3xui8>, %b: tensor<2x3xui8>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.compare (C3): compare_type TOTALORDER does not fit tensor<2x3xui8>, UNSIGNED does{{.*}}[P203]
  %0 = "stablehlo.compare"(%a, %b) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type TOTALORDER>} : (tensor<2x3xui8>, tensor<2x3xui8>) -> tensor<2x3xi1>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.compare (O1): result 0 is tensor<2x3xi32>, the operands give tensor<2x3xi1>{{.*}}[P204]
  %0 = "stablehlo.compare"(%a, %b) {comparison_direction = #stablehlo<comparison_direction EQ>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xi32>, %b: tensor<2x3xf32>, %c: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select (I1): pred must be of i1, it is tensor<2x3xi32>{{.*}}[P207]
  %0 = "stablehlo.select"(%a, %b, %c) : (tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<3x2xi1>, %b: tensor<2x3xf32>, %c: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select (C1): pred is tensor<3x2xi1>, it must be a scalar or shaped as tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.select"(%a, %b, %c) : (tensor<3x2xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<i1>, %b: tensor<2x3xf32>, %c: tensor<2x3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select (C2): on_true is tensor<2x3xf32>, on_false is tensor<2x3xi32>{{.*}}[P203]
  %0 = "stablehlo.select"(%a, %b, %c) : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2x3xf32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.clamp (C1): min is tensor<2xf32>, it must be a scalar or shaped as{{.*}}[P203]
  %0 = "stablehlo.clamp"(%a, %b, %c) : (tensor<2xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<2x3xf32>, %c: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.clamp (C2): max is tensor<3xf32>, it must be a scalar or shaped as{{.*}}[P203]
  %0 = "stablehlo.clamp"(%a, %b, %c) : (tensor<f32>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<2x3xf32>, %c: tensor<f64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.clamp (C3): min is tensor<f32>, operand tensor<2x3xf32> and max tensor<f64>{{.*}}[P203]
  %0 = "stablehlo.clamp"(%a, %b, %c) : (tensor<f32>, tensor<2x3xf32>, tensor<f64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<2x3xf32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.clamp (C4): result 0 is tensor<3x2xf32>, the operands give tensor<2x3xf32>{{.*}}[P204]
  %0 = "stablehlo.clamp"(%a, %b, %c) : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convert (C1): operand tensor<2x3xf32> and result tensor<6xi32> must have the same shape{{.*}}[P203]
  %0 = "stablehlo.convert"(%a) : (tensor<2x3xf32>) -> tensor<6xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.map (C3): dimensions must be 0, 1, … for each of the 2 dimensions of the inputs{{.*}}[P203]
  %0 = "stablehlo.map"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.map (C4): the computation must take one scalar per input and return one{{.*}}[P203]
  %0 = "stablehlo.map"(%a, %b) ({^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32>}) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.map (C4): argument 0 of the computation must be a scalar of input 0's element type{{.*}}[P203]
  %0 = "stablehlo.map"(%a, %b) ({^bb0(%x0: tensor<i32>, %y0: tensor<i32>): %s0 = stablehlo.add %x0, %y0 : tensor<i32> stablehlo.return %s0 : tensor<i32>}) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.map (C4): result 0 is tensor<2x3xi32>, the operands give tensor<2x3xf32>{{.*}}[P204]
  %0 = "stablehlo.map"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  return
}
