// convolution: windows.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C1): lhs tensor<4x8x8x6xf32> and rhs tensor<3x6x8xf32> have different ranks{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C2): window_strides has 1 entries, 2 are wanted{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C3): window_strides must be at least 1{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 0>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C4): padding has 2 entries, 4 are wanted{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C5): lhs_dilation has 3 entries, 2 are wanted{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C6): lhs_dilation must be at least 1{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: -1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C7): rhs_dilation has 1 entries, 2 are wanted{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C8): rhs_dilation must be at least 1{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 0, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C9): window_reversal has 1 entries, 2 are wanted{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: true>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C10): the batch of 4 is not a multiple of batch_group_count 3{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 3 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C11): the features of lhs, 6, are not a multiple of feature_group_count 4{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 4 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C14): the kernel's input features are 6, 3 are wanted{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x7xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C15): the kernel's output features, 7, are not a multiple of batch_group_count 2{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x7xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x3x7xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C16): the kernel's output features, 7, are not a multiple of feature_group_count 2{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x3x7xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C25): result 0 is tensor<4x8x8x8xf32>, the operands give tensor<4x6x6x8xf32>{{.*}}[P204]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x8x8x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C25): spatial dimension 1 would be too large{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 9223372036854775807>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C27): lhs is tensor<4x8x8x6xf32>, rhs is tensor<3x3x6x8xi32>{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xi32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C21): feature_group_count must be positive, not 0{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 0 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C22): batch_group_count must be positive, not -1{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = -1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C23): feature_group_count or batch_group_count must be 1{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}
