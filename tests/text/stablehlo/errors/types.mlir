// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// CHECK: :[[@LINE+1]]:27: error: 'f31' is not an element type [P104]
func.func @a(%a: tensor<4xf31>) { return }
// CHECK: :[[@LINE+1]]:25: error: the type has more elements than any memory holds [P104]
func.func @b(%a: tensor<99999999999x99999999999xf32>) { return }
// CHECK: :[[@LINE+1]]:18: error: 'vector' is not the type of a value in a tensor program [P104]
func.func @c(%a: vector<4xf32>) { return }
// CHECK: :[[@LINE+1]]:18: error: !foo.bar is not the type of a value in a tensor program [P104]
func.func @d(%a: !foo.bar) { return }
// CHECK: :[[@LINE+1]]:27: error: a quantised type stores integers of up to 32 bits [P104]
func.func @e(%a: tensor<4x!quant.uniform<f32:f32, 1.0>>) { return }
// CHECK: :[[@LINE+1]]:28: error: a quantised type stores -999 to 127, its integers hold -128 to 127 [P104]
func.func @e1(%a: tensor<4x!quant.uniform<i8<-999:127>:f32, 0.5:3>>) { return }
// CHECK: :[[@LINE+1]]:28: error: a quantised type stores 0 to 256, its integers hold 0 to 255 [P104]
func.func @e2(%a: tensor<4x!quant.uniform<u8<0:256>:f32, 0.5:3>>) { return }
// CHECK: :[[@LINE+1]]:27: error: 2 scales for a dimension of 4 [P104]
func.func @f(%a: tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) { return }
// CHECK: :[[@LINE+1]]:32: error: encodings of a type other than bounds are not supported [P109]
func.func @g(%a: tensor<4xf32, #other.encoding<4>>) { return }
// CHECK: :[[@LINE+1]]:25: error: tensors without a rank are not supported [P109]
func.func @h(%a: tensor<*xf32>) { return }
// CHECK: :[[@LINE+1]]:18: error: no alias !nothing is defined in this file [P107]
func.func @i(%a: !nothing) { return }
