// reduce_window.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C1): takes as many initial values as inputs{{.*}}[P203]
  %0:2 = "stablehlo.reduce_window"(%a, %b, %c) ({^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %y0: tensor<f32>, %y1: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> %s1 = stablehlo.add %x1, %y1 : tensor<f32> stablehlo.return %s0, %s1 : tensor<f32>, tensor<f32>}) {window_dimensions = array<i64: 2, 2>} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<1x2xf32>, tensor<1x2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<6xf32>, %c: tensor<f32>, %d: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C2): inputs are tensor<2x3xf32> and tensor<6xf32>{{.*}}[P203]
  %0:2 = "stablehlo.reduce_window"(%a, %b, %c, %d) ({^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %y0: tensor<f32>, %y1: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> %s1 = stablehlo.add %x1, %y1 : tensor<f32> stablehlo.return %s0, %s1 : tensor<f32>, tensor<f32>}) {window_dimensions = array<i64: 2, 2>} : (tensor<2x3xf32>, tensor<6xf32>, tensor<f32>, tensor<f32>) -> (tensor<1x2xf32>, tensor<1x2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C3): input 0 is tensor<2x3xf32>, its initial value is tensor<f64>{{.*}}[P203]
  %0 = "stablehlo.reduce_window"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, tensor<f64>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C4): window_dimensions has 1 entries, 2 are wanted{{.*}}[P203]
  %0 = "stablehlo.reduce_window"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C5): window_dimensions must be positive, not 0{{.*}}[P203]
  %0 = "stablehlo.reduce_window"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 0>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C6): window_strides has 3 entries, 2 are wanted{{.*}}[P203]
  %0 = "stablehlo.reduce_window"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C7): window_strides must be positive, not -1{{.*}}[P203]
  %0 = "stablehlo.reduce_window"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, -1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C8): base_dilations has 1 entries, 2 are wanted{{.*}}[P203]
  %0 = "stablehlo.reduce_window"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C9): base_dilations must be positive, not 0{{.*}}[P203]
  %0 = "stablehlo.reduce_window"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 0, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C10): window_dilations has 1 entries, 2 are wanted{{.*}}[P203]
  %0 = "stablehlo.reduce_window"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C11): window_dilations must be positive, not 0{{.*}}[P203]
  %0 = "stablehlo.reduce_window"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 0>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C12): padding has 2 entries, 4 are wanted{{.*}}[P203]
  %0 = "stablehlo.reduce_window"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C13): the body computes in i32, which tensor<2x3xf32> cannot be promoted to{{.*}}[P203]
  %0 = "stablehlo.reduce_window"(%a, %b) ({^bb0(%x0: tensor<i32>, %y0: tensor<i32>): %s0 = stablehlo.add %x0, %y0 : tensor<i32> stablehlo.return %s0 : tensor<i32>}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C15): result 0 is tensor<2x2xf32>, the operands give tensor<1x2xf32>{{.*}}[P204]
  %0 = "stablehlo.reduce_window"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C15): dimension 0 would be too large{{.*}}[P203]
  %0 = "stablehlo.reduce_window"(%a, %b) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[9223372036854775807, 9223372036854775807], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_window (C16): result 0 is tensor<1x2xf32>, the operands give tensor<1x2xf64>{{.*}}[P204]
  %0 = "stablehlo.reduce_window"(%a, %b) ({^bb0(%x0: tensor<f64>, %y0: tensor<f64>): %s0 = stablehlo.add %x0, %y0 : tensor<f64> stablehlo.return %s0 : tensor<f64>}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}
