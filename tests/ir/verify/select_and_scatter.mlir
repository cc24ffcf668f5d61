// select_and_scatter.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<4x2xf32>, %b: tensor<2x2xi32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select_and_scatter (C1): operand is tensor<4x2xf32>, source is tensor<2x2xi32>{{.*}}[P203]
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}, {^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<2x2xi32>, tensor<f32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @main(%a: tensor<4x2xf32>, %b: tensor<3x2xf32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select_and_scatter (C2): dimension 0 of source is 3, the window has 2 positions there{{.*}}[P203]
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}, {^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<3x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @main(%a: tensor<4x2xf32>, %b: tensor<2x2xf32>, %c: tensor<2xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select_and_scatter (I3): init_value must be a scalar, it is tensor<2xf32>{{.*}}[P203]
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}, {^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @main(%a: tensor<4x2xf32>, %b: tensor<2x2xf32>, %c: tensor<f64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select_and_scatter (C3): operand is tensor<4x2xf32>, init_value is tensor<f64>{{.*}}[P203]
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}, {^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @main(%a: tensor<4x2xf32>, %b: tensor<2x2xf32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select_and_scatter (C4): window_dimensions has 1 entries, 2 are wanted{{.*}}[P203]
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}, {^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @main(%a: tensor<4x2xf32>, %b: tensor<2x2xf32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select_and_scatter (C5): window_dimensions must be positive, not 0{{.*}}[P203]
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}, {^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 0>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @main(%a: tensor<4x2xf32>, %b: tensor<2x2xf32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select_and_scatter (C6): window_strides has 1 entries, 2 are wanted{{.*}}[P203]
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}, {^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @main(%a: tensor<4x2xf32>, %b: tensor<2x2xf32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select_and_scatter (C7): window_strides must be positive, not 0{{.*}}[P203]
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}, {^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 0, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @main(%a: tensor<4x2xf32>, %b: tensor<2x2xf32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select_and_scatter (C8): padding has 2 entries, 4 are wanted{{.*}}[P203]
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}, {^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @main(%a: tensor<4x2xf32>, %b: tensor<2x2xf32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select_and_scatter (C9): select must take two scalars of f32 and return an i1{{.*}}[P203]
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32>}, {^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @main(%a: tensor<4x2xf32>, %b: tensor<2x2xf32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select_and_scatter (C10): the body computes in i32, which tensor<4x2xf32> cannot be promoted to{{.*}}[P203]
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}, {^bb0(%x0: tensor<i32>, %y0: tensor<i32>): %s0 = stablehlo.add %x0, %y0 : tensor<i32> stablehlo.return %s0 : tensor<i32>}) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x2xi32>
  return
}

// -----

func.func @main(%a: tensor<4x2xf32>, %b: tensor<2x2xf32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select_and_scatter (C11): result 0 is tensor<2x4xf32>, the operands give tensor<4x2xf32>{{.*}}[P204]
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}, {^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @main(%a: tensor<4x2xf32>, %b: tensor<2x2xf32>, %c: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.select_and_scatter (C12): result 0 is tensor<4x2xf32>, the operands give tensor<4x2xf64>{{.*}}[P204]
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}, {^bb0(%x0: tensor<f64>, %y0: tensor<f64>): %s0 = stablehlo.add %x0, %y0 : tensor<f64> stablehlo.return %s0 : tensor<f64>}) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  return
}
