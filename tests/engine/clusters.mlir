// Rows, columns and elements in one loop, values that are wanted outside, and what must not be one loop.
// RUN: %partita eval --engine fast %s
// RUN: %partita eval --random 1 --outputs %t.npz --entry softmax %s
// RUN: %partita eval --engine fast --random 1 --expect %t.npz --entry softmax %s
// RUN: %partita eval --random 1 --outputs %t.npz --entry columns %s
// RUN: %partita eval --engine fast --random 1 --expect %t.npz --entry columns %s
// RUN: %partita eval --random 1 --outputs %t.npz --entry indexed %s
// RUN: %partita eval --engine fast --random 1 --expect %t.npz --entry indexed %s
func.func @main() {
  // %s is needed by the gather-like slice between the two halves of what would else be one loop.
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %s = stablehlo.add %x, %x : tensor<2x2xf32>
  %t = stablehlo.transpose %s, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = stablehlo.subtract %s, %t : tensor<2x2xf32>
  check.expect_eq_const %y, dense<[[0.0, -2.0], [2.0, 0.0]]> : tensor<2x2xf32>
  func.return
}
func.func @softmax(%x: tensor<5x1x33xf32>) -> (tensor<5x1x33xf32>, tensor<5x1xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %top = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<5x1x33xf32>, tensor<f32>) -> tensor<5x1xf32>
  %tops = stablehlo.broadcast_in_dim %top, dims = [0, 1] : (tensor<5x1xf32>) -> tensor<5x1x33xf32>
  %d = stablehlo.subtract %x, %tops : tensor<5x1x33xf32>
  %e = stablehlo.exponential %d : tensor<5x1x33xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<5x1x33xf32>, tensor<f32>) -> tensor<5x1xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<5x1xf32>) -> tensor<5x1x33xf32>
  %y = stablehlo.divide %e, %sums : tensor<5x1x33xf32>
  %log = stablehlo.log %sum : tensor<5x1xf32>
  func.return %y, %log : tensor<5x1x33xf32>, tensor<5x1xf32>
}
func.func @columns(%x: tensor<7x3x9xf32>) -> (tensor<9xf32>, tensor<7x9xf32>, tensor<3xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %y = stablehlo.multiply %x, %x : tensor<7x3x9xf32>
  %a = stablehlo.reduce(%y init: %one) applies stablehlo.add across dimensions = [0, 1] : (tensor<7x3x9xf32>, tensor<f32>) -> tensor<9xf32>
  %b = stablehlo.reduce(%y init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<7x3x9xf32>, tensor<f32>) -> tensor<7x9xf32>
  %c = stablehlo.reduce(%y init: %one) applies stablehlo.add across dimensions = [0, 2] : (tensor<7x3x9xf32>, tensor<f32>) -> tensor<3xf32>
  %d = stablehlo.reduce(%y init: %one) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<7x3x9xf32>, tensor<f32>) -> tensor<f32>
  func.return %a, %b, %c, %d : tensor<9xf32>, tensor<7x9xf32>, tensor<3xf32>, tensor<f32>
}
func.func @indexed(%x: tensor<6x4xf32>, %at: tensor<5x1xi32>, %u: tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<6x4xf32>, tensor<5x3xf32>) {
  %g = "stablehlo.gather"(%x, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  %s = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %0 = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<6x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<6x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %w = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %0 = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<6x4xf32>, tensor<f32>) -> tensor<5x3xf32>
  func.return %g, %s, %w : tensor<5x4xf32>, tensor<6x4xf32>, tensor<5x3xf32>
}
