// RUN: %partita eval %s

// Plain: 3x3 window over 4x4, one feature.
func.func @plain() {
  %x = stablehlo.constant dense<[[[[1], [2], [3], [4]], [[5], [6], [7], [8]], [[0], [1], [2], [3]], [[4], [5], [6], [7]]]]> : tensor<1x4x4x1xi64>
  %k = stablehlo.constant dense<[[[[1]], [[2]], [[3]]], [[[4]], [[0]], [[1]]], [[[2]], [[3]], [[4]]]]> : tensor<3x3x1x1xi64>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]}
    {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x1xi64>, tensor<3x3x1x1xi64>) -> tensor<1x2x2x1xi64>
  check.expect_eq_const %0, dense<[[[[52], [72]], [[87], [107]]]]> : tensor<1x2x2x1xi64>
  return
}

// -----

// Padding, strides and both dilations.
func.func @dilated() {
  %x = stablehlo.constant dense<[[[[1, 2], [3, 4], [5, 6], [7, 8]], [[0, 1], [2, 3], [4, 5], [6, 7]], [[8, 0], [1, 2], [3, 4], [5, 6]]]]> : tensor<1x3x4x2xi32>
  %k = stablehlo.constant dense<[[[[1], [2]], [[3], [4]]], [[[0], [1]], [[2], [3]]]]> : tensor<2x2x2x1xi32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {stride = [2, 1], pad = [[1, 2], [0, 1]], lhs_dilate = [2, 1], rhs_dilate = [1, 3], reverse = [false, false]}
    {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x3x4x2xi32>, tensor<2x2x2x1xi32>) -> tensor<1x4x2x1xi32>
  check.expect_eq_const %0, dense<[[[[40], [4]], [[34], [3]], [[28], [2]], [[0], [0]]]]> : tensor<1x4x2x1xi32>
  return
}

// -----

// Negative padding, and one window dimension reversed.
func.func @reversed() {
  %x = stablehlo.constant dense<[[[[1], [2], [3]], [[4], [5], [6]], [[7], [8], [0]], [[1], [2], [3]], [[4], [5], [6]]]]> : tensor<1x5x3x1xi32>
  %k = stablehlo.constant dense<[[[[1, 2]], [[3, 4]]], [[[0, 1]], [[2, 3]]], [[[4, 0]], [[1, 2]]]]> : tensor<3x2x1x2xi32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {stride = [1, 1], pad = [[-1, 1], [1, -1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [true, false]}
    {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x5x3x1xi32>, tensor<3x2x1x2xi32>) -> tensor<1x3x2x2xi32>
  check.expect_eq_const %0, dense<[[[[21, 33], [44, 51]], [[21, 33], [59, 51]], [[9, 14], [16, 23]]]]> : tensor<1x3x2x2xi32>
  return
}

// -----

// Feature groups, features first.
func.func @feature_groups() {
  %x = stablehlo.constant dense<[[[1, 2, 3], [4, 5, 6], [7, 8, 0], [1, 2, 3]], [[4, 5, 6], [7, 8, 0], [1, 2, 3], [4, 5, 6]]]> : tensor<2x4x3xi32>
  %k = stablehlo.constant dense<[[[1, 2], [3, 4]], [[0, 1], [2, 3]], [[4, 0], [1, 2]], [[3, 4], [0, 1]], [[2, 3], [4, 0]], [[1, 2], [3, 4]]]> : tensor<6x2x2xi32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0],
    window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]}
    {feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<2x4x3xi32>, tensor<6x2x2xi32>) -> tensor<2x6x2xi32>
  check.expect_eq_const %0, dense<[[[37, 47], [25, 31], [18, 25], [55, 27], [42, 24], [34, 26]], [[67, 41], [43, 22], [39, 28], [16, 24], [24, 33], [37, 47]]]> : tensor<2x6x2xi32>
  return
}

// -----

// Batch groups.
func.func @batch_groups() {
  %x = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [0, 1], [2, 3]], [[4, 5], [6, 7], [8, 0]], [[1, 2], [3, 4], [5, 6]]]> : tensor<4x3x2xi32>
  %k = stablehlo.constant dense<[[[1, 2, 3, 4], [0, 1, 2, 3]], [[4, 0, 1, 2], [3, 4, 0, 1]]]> : tensor<2x2x4xi32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {stride = [1], pad = [[0, 1]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]}
    {feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<4x3x2xi32>, tensor<2x2x4xi32>) -> tensor<2x3x4xi32>
  check.expect_eq_const %0, dense<[[[25, 20, 28, 50], [41, 34, 40, 61], [5, 16, 24, 32]], [[10, 26, 10, 20], [17, 13, 22, 40], [2, 7, 27, 38]]]> : tensor<2x3x4xi32>
  return
}

// -----

// Dimensions in unusual places.
func.func @odd_order() {
  %x = stablehlo.constant dense<[[[[1, 2, 3, 4], [5, 6, 7, 8]], [[0, 1, 2, 3], [4, 5, 6, 7]]], [[[8, 0, 1, 2], [3, 4, 5, 6]], [[7, 8, 0, 1], [2, 3, 4, 5]]], [[[6, 7, 8, 0], [1, 2, 3, 4]], [[5, 6, 7, 8], [0, 1, 2, 3]]]]> : tensor<3x2x2x4xi32>
  %k = stablehlo.constant dense<[[[[1, 2], [3, 4]], [[0, 1], [2, 3]], [[4, 0], [1, 2]]], [[[3, 4], [0, 1]], [[2, 3], [4, 0]], [[1, 2], [3, 4]]]]> : tensor<2x3x2x2xi32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [f, b, 1, 0]x[0, i, 1, o]->[1, f, 0, b],
    window = {stride = [1, 1], pad = [[0, 0], [1, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]}
    {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<3x2x2x4xi32>, tensor<2x3x2x2xi32>) -> tensor<2x2x3x2xi32>
  check.expect_eq_const %0, dense<[[[[38, 45], [49, 38], [51, 49]], [[32, 47], [35, 32], [29, 35]]], [[[83, 95], [89, 83], [86, 89]], [[123, 97], [122, 123], [112, 122]]]]> : tensor<2x2x3x2xi32>
  return
}

// -----

// Without spatial dimensions it is a matrix product.
func.func @no_space() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = stablehlo.constant dense<[[1.0, 0.0, 2.0], [1.0, 1.0, 0.0]]> : tensor<2x3xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f]x[i, o]->[b, f], window = {}
    {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[3.0, 2.0, 2.0], [7.0, 4.0, 6.0]]> : tensor<2x3xf32>
  return
}

// -----

// Narrow floats are summed in f32 and rounded once; integers may widen; an empty batch gives an empty result.
func.func @element_types() {
  %x = stablehlo.constant dense<[[[256.0], [1.0], [1.0]]]> : tensor<1x3x1xbf16>
  %k = stablehlo.constant dense<1.0> : tensor<3x1x1xbf16>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
    {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x3x1xbf16>, tensor<3x1x1xbf16>) -> tensor<1x1x1xbf16>
  check.expect_eq_const %0, dense<258.0> : tensor<1x1x1xbf16>
  %i = stablehlo.constant dense<100> : tensor<1x2x1xi8>
  %l = stablehlo.constant dense<100> : tensor<2x1x1xi8>
  %1 = stablehlo.convolution(%i, %l) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
    {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x2x1xi8>, tensor<2x1x1xi8>) -> tensor<1x1x1xi32>
  check.expect_eq_const %1, dense<20000> : tensor<1x1x1xi32>
  %e = stablehlo.constant dense<> : tensor<0x2x1xf64>
  %f = stablehlo.constant dense<1.0> : tensor<2x1x1xf64>
  %2 = stablehlo.convolution(%e, %f) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
    {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<0x2x1xf64>, tensor<2x1x1xf64>) -> tensor<0x1x1xf64>
  check.expect_eq_const %2, dense<> : tensor<0x1x1xf64>
  %c = stablehlo.constant dense<[[[(0.0, 1.0)], [(1.0, 0.0)]]]> : tensor<1x2x1xcomplex<f32>>
  %d = stablehlo.constant dense<[[[(0.0, 1.0)]], [[(2.0, 0.0)]]]> : tensor<2x1x1xcomplex<f32>>
  %3 = stablehlo.convolution(%c, %d) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
    {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x2x1xcomplex<f32>>, tensor<2x1x1xcomplex<f32>>) -> tensor<1x1x1xcomplex<f32>>
  check.expect_eq_const %3, dense<(1.0, 0.0)> : tensor<1x1x1xcomplex<f32>>
  return
}
