// reduce.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>, %c: tensor<f32>, %d: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (C1): inputs are tensor<2x3xf32> and tensor<3x2xf32>: they must have one shape{{.*}}[P203]
  %0:2 = "stablehlo.reduce"(%a, %b, %c, %d) ({^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %y0: tensor<f32>, %y1: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> %s1 = stablehlo.add %x1, %y1 : tensor<f32> stablehlo.return %s0, %s1 : tensor<f32>, tensor<f32>}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (C2): input 0 is tensor<2x3xf32>, its initial value is tensor<i32>: their element types differ{{.*}}[P203]
  %0 = "stablehlo.reduce"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<i32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<1xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (I2): initial value 0 must be a scalar, it is tensor<1xf32>{{.*}}[P203]
  %0 = "stablehlo.reduce"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<1xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (C3): takes as many initial values as inputs{{.*}}[P203]
  %0:2 = "stablehlo.reduce"(%a, %b, %c) ({^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %y0: tensor<f32>, %y1: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> %s1 = stablehlo.add %x1, %y1 : tensor<f32> stablehlo.return %s0, %s1 : tensor<f32>, tensor<f32>}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (C4): dimensions must be those of tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.reduce"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (C4): dimensions must be those of tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.reduce"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {dimensions = array<i64: -1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (C5): dimensions must be distinct{{.*}}[P203]
  %0 = "stablehlo.reduce"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {dimensions = array<i64: 1, 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (C6): the body takes 1 arguments, 2 are wanted{{.*}}[P203]
  %0 = "stablehlo.reduce"(%a, %b) ({^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32>}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (C6): the body must return 1 values{{.*}}[P203]
  %0 = "stablehlo.reduce"(%a, %b) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x, %y : tensor<f32>, tensor<f32>}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (C6): the body's arguments and results must be scalars{{.*}}[P203]
  %0 = "stablehlo.reduce"(%a, %b) ({^bb0(%x0: tensor<2xf32>, %y0: tensor<2xf32>): %s0 = stablehlo.add %x0, %y0 : tensor<2xf32> stablehlo.return %s0 : tensor<2xf32>}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (C6): arguments 0 and 1 of the body are tensor<f32> and tensor<f64>, its result 0 is tensor<f32>{{.*}}[P203]
  %0 = "stablehlo.reduce"(%a, %b) ({^bb0(%x: tensor<f32>, %y: tensor<f64>): stablehlo.return %x : tensor<f32>}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (C6): the body computes in i32, which tensor<2x3xf32> cannot be promoted to{{.*}}[P203]
  %0 = "stablehlo.reduce"(%a, %b) ({^bb0(%x0: tensor<i32>, %y0: tensor<i32>): %s0 = stablehlo.add %x0, %y0 : tensor<i32> stablehlo.return %s0 : tensor<i32>}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (C6): the body computes in f16, which tensor<2x3xf32> cannot be promoted to{{.*}}[P203]
  %0 = "stablehlo.reduce"(%a, %b) ({^bb0(%x0: tensor<f16>, %y0: tensor<f16>): %s0 = stablehlo.add %x0, %y0 : tensor<f16> stablehlo.return %s0 : tensor<f16>}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf16>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (C7): result 0 is tensor<3xf32>, the operands give tensor<2xf32>{{.*}}[P204]
  %0 = "stablehlo.reduce"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce (C8): result 0 is tensor<2xf32>, the operands give tensor<2xf64>{{.*}}[P204]
  %0 = "stablehlo.reduce"(%a, %b) ({^bb0(%x0: tensor<f64>, %y0: tensor<f64>): %s0 = stablehlo.add %x0, %y0 : tensor<f64> stablehlo.return %s0 : tensor<f64>}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  return
}
