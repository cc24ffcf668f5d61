// Which values have memory of their own, and which are computed where they are read. 64x64xf32 is 16384 bytes.
// RUN: %partita cost --json --entry stored %s | FileCheck %s --check-prefix=STORED
// RUN: %partita cost --json --entry computed_again %s | FileCheck %s --check-prefix=AGAIN
// RUN: %partita cost --json --entry reached_twice %s | FileCheck %s --check-prefix=REACHED
// RUN: %partita cost --json --entry sums_of_rows %s | FileCheck %s --check-prefix=ROWS
// RUN: %partita cost --json --entry sums_of_columns %s | FileCheck %s --check-prefix=COLUMNS
// RUN: %partita cost --json --entry unread %s | FileCheck %s --check-prefix=UNREAD
// RUN: %partita cost --json --entry through_fused %s | FileCheck %s --check-prefix=THROUGH
// RUN: %partita cost --json --entry passed_on %s | FileCheck %s --check-prefix=PASSED
// RUN: %partita cost --json --entry dot_of_no_matrix %s | FileCheck %s --check-prefix=DOT
// RUN: %partita cost --json --entry usual_convolution %s | FileCheck %s --check-prefix=USUAL
// RUN: %partita cost --json --entry other_input %s | FileCheck %s --check-prefix=INPUT
// RUN: %partita cost --json --entry other_kernel %s | FileCheck %s --check-prefix=KERNEL
// RUN: %partita cost --json --entry workspace %s | FileCheck %s --check-prefix=WORKSPACE

// Two ops read the sum, which would read %a and %b each time: it is stored. The transpose is made beside it.
// STORED: "temporaries": 16384,
// STORED-NEXT: "at": "%sum",
// STORED: "line": [[@LINE+2]]
func.func @stored(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %sum = stablehlo.add %a, %b : tensor<64x64xf32>
  %1 = stablehlo.negate %sum : tensor<64x64xf32>
  %2 = stablehlo.transpose %sum, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1, %2 : tensor<64x64xf32>, tensor<64x64xf32>
}

// The same where only one tensor is read, beside what is spread from one element, or a constant: there are no
// temporaries, and so no op where they are most.
// AGAIN: "temporaries": 0,
// AGAIN-NEXT: "at": "",
// AGAIN-NEXT: "live": [],
// AGAIN-NEXT: "line": 0
func.func @computed_again(%a: tensor<64x64xf32>, %s: tensor<f32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %many = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
  %two = stablehlo.constant dense<2.0> : tensor<64x64xf32>
  %sum = stablehlo.add %a, %many : tensor<64x64xf32>
  %twice = stablehlo.multiply %a, %two : tensor<64x64xf32>
  %1 = stablehlo.negate %sum : tensor<64x64xf32>
  %2 = stablehlo.transpose %sum, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = stablehlo.negate %twice : tensor<64x64xf32>
  %4 = stablehlo.transpose %twice, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1, %2, %3, %4 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// Two kernels compute the negation, each for itself; the exponential below it would run twice as well, and is stored.
// REACHED: "temporaries": 16384,
// REACHED-NEXT: "at": "%e",
func.func @reached_twice(%a: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %e = stablehlo.exponential %a : tensor<64x64xf32>
  %n = stablehlo.negate %e : tensor<64x64xf32>
  %1 = stablehlo.abs %n : tensor<64x64xf32>
  %2 = stablehlo.transpose %n, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1, %2 : tensor<64x64xf32>, tensor<64x64xf32>
}

// Sums along the last dimension take in what they read, others read memory.
// ROWS: "temporaries": 0,
func.func @sums_of_rows(%a: tensor<64x64xf32>, %zero: tensor<f32>) -> tensor<64xf32> {
  %0 = stablehlo.tanh %a : tensor<64x64xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}
// COLUMNS: "temporaries": 16384,
func.func @sums_of_columns(%a: tensor<64x64xf32>, %zero: tensor<f32>) -> tensor<64xf32> {
  %0 = stablehlo.tanh %a : tensor<64x64xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}

// What nobody reads is gone when the next op begins.
// UNREAD: "temporaries": 16384,
func.func @unread(%a: tensor<64x64xf32>, %v: tensor<64x1xf32>) -> tensor<64x1xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %2 : tensor<64x1xf32>
}

// The negation is computed in the tanh, which is written where the product was.
// THROUGH: "temporaries": 16384,
func.func @through_fused(%a: tensor<64x64xf32>, %v: tensor<64x1xf32>) -> tensor<64x1xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.negate %0 : tensor<64x64xf32>
  %2 = stablehlo.tanh %1 : tensor<64x64xf32>
  %3 = stablehlo.dot_general %2, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %3 : tensor<64x1xf32>
}

// A barrier hands its operands on.
// PASSED: "temporaries": 16640,
func.func @passed_on(%a: tensor<64x64xf32>, %v: tensor<64x1xf32>) -> tensor<64x1xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  %2:2 = stablehlo.optimization_barrier %0, %1 : tensor<64x64xf32>, tensor<64x1xf32>
  %3 = stablehlo.dot_general %2#0, %2#1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %3 : tensor<64x1xf32>
}

// The batch is the second dimension of %a: the first dot and the last read a copy that has it first, each its own. Between
// them there is none beside what another dot makes.
// DOT: "temporaries": 16384,
// DOT-NEXT: "at": "%1",
// DOT: "name": "%1",
// DOT-NOT: "name": "%a",
func.func @dot_of_no_matrix(%a: tensor<16x4x32xf32>, %b: tensor<4x32x8xf32>, %w: tensor<64x64xf32>, %v: tensor<64x1xf32>) -> (tensor<4x16x8xf32>, tensor<64x1xf32>, tensor<4x16x8xf32>) {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<16x4x32xf32>, tensor<4x32x8xf32>) -> tensor<4x16x8xf32>
  %1 = stablehlo.dot_general %w, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  %3 = stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<16x4x32xf32>, tensor<4x32x8xf32>) -> tensor<4x16x8xf32>
  return %0, %2, %3 : tensor<4x16x8xf32>, tensor<64x1xf32>, tensor<4x16x8xf32>
}

// An image of 8 * 16 * 16 * 4 and a kernel of 3 * 3 * 4 * 8 in the order that convolutions read: the library's own copy of the
// image, in the layout of its kernels.
// USUAL: "temporaries": 32768,
func.func @usual_convolution(%x: tensor<8x16x16x4xf32>, %k: tensor<3x3x4x8xf32>) -> tensor<8x14x14x8xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x16x16x4xf32>, tensor<3x3x4x8xf32>) -> tensor<8x14x14x8xf32>
  return %0 : tensor<8x14x14x8xf32>
}
// Features before the places: a copy of the image, and the library's own.
// INPUT: "temporaries": 65536,
func.func @other_input(%x: tensor<8x4x16x16xf32>, %k: tensor<3x3x4x8xf32>) -> tensor<8x14x14x8xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x4x16x16xf32>, tensor<3x3x4x8xf32>) -> tensor<8x14x14x8xf32>
  return %0 : tensor<8x14x14x8xf32>
}
// Places last: a copy of the kernel, and the library's own of the image.
// KERNEL: "temporaries": 33920,
func.func @other_kernel(%x: tensor<8x16x16x4xf32>, %k: tensor<8x4x3x3xf32>) -> tensor<8x14x14x8xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[o, i, 0, 1]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x16x16x4xf32>, tensor<8x4x3x3xf32>) -> tensor<8x14x14x8xf32>
  return %0 : tensor<8x14x14x8xf32>
}

// Each of 4 * 4 chosen elements has a place of two indices of 4 bytes, and operand and result are there once more, padded.
// WORKSPACE: "temporaries": 640,
func.func @workspace(%a: tensor<8x8xf32>, %source: tensor<4x4xf32>, %zero: tensor<f32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.select_and_scatter"(%a, %source, %zero) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<8x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
