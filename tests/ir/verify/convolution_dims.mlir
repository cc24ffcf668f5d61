// convolution: dimension numbers and precision.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C12): there are 1 input spatial dimensions, 2 are wanted{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C13): the input dimension numbers must be 0 to 3, each once{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 3], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C13): the input dimension numbers must be 0 to 3, each once{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = -5, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C17): there are 3 kernel spatial dimensions, 2 are wanted{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1, 2], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C18): the kernel dimension numbers must be 0 to 3, each once{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 4, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C19): there are 0 output spatial dimensions, 2 are wanted{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = []>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C20): the output dimension numbers must be 0 to 3, each once{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 1, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}

// -----

func.func @main(%a: tensor<4x8x8x6xf32>, %b: tensor<3x3x6x8xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.convolution (C24): precision_config has 1 entries, not 2{{.*}}[P203]
  %0 = "stablehlo.convolution"(%a, %b) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>]} : (tensor<4x8x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x6x6x8xf32>
  return
}
