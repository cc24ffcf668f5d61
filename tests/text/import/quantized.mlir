// Quantised types are kept where a program is only read and written; its meaning is that of what is stored.
// RUN: %partita check %s
// RUN: %partita eval %s
// RUN: %partita convert %s | FileCheck %s --check-prefix=KEPT
// RUN: %partita convert %s --to bytecode -o %t.bc && %partita convert %t.bc -o %t.mlir && %partita eval %t.mlir
// RUN: %partita convert %s --to hlo -o %t.hlo && %partita eval %t.hlo
// RUN: %partita partition %s --entry other --mesh x=2 --shard 'q=[{"x"},{}]' | FileCheck %s --check-prefix=LOCAL
// RUN: %partita run %s --entry other --mesh x=2 --shard 'q=[{"x"},{}]' --random 1 --verify

// KEPT: %q = stablehlo.uniform_quantize %x : (tensor<5xf32>) -> tensor<5x!quant.uniform<i8:f32, 0.5:3>>
// KEPT: stablehlo.add %q, %q : tensor<5x!quant.uniform<i8:f32, 0.5:3>>
// KEPT: stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {0.5, 0.25:2}>>) -> tensor<1x2xf32>
func.func @main() {
  // (-70, 61.25, 0.25, 0.75, 200) / 0.5 + 3, clamped to i8 and rounded to even.
  %x = stablehlo.constant dense<[-70.0, 61.25, 0.25, 0.75, 200.0]> : tensor<5xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<5xf32>) -> tensor<5x!quant.uniform<i8:f32, 0.5:3>>
  %stored = stablehlo.bitcast_convert %q : (tensor<5x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<5xi8>
  check.expect_eq_const %stored, dense<[-128, 126, 4, 4, 127]> : tensor<5xi8>
  // Back: (q - 3) * 0.5.
  %r = stablehlo.uniform_dequantize %q : (tensor<5x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<5xf32>
  check.expect_eq_const %r, dense<[-65.5, 61.5, 0.5, 0.5, 62.0]> : tensor<5xf32>
  // Sums are those of the floats, clamped again.
  %s = stablehlo.add %q, %q : tensor<5x!quant.uniform<i8:f32, 0.5:3>>
  %sum = stablehlo.uniform_dequantize %s : (tensor<5x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<5xf32>
  check.expect_eq_const %sum, dense<[-65.5, 62.0, 1.0, 1.0, 62.0]> : tensor<5xf32>
  // To another scale.
  %u = stablehlo.uniform_quantize %q : (tensor<5x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<5x!quant.uniform<u8:f32, 1.0:100>>
  %other = stablehlo.bitcast_convert %u : (tensor<5x!quant.uniform<u8:f32, 1.0:100>>) -> tensor<5xui8>
  check.expect_eq_const %other, dense<[34, 162, 100, 100, 162]> : tensor<5xui8>
  // Data movement works on what is stored, a join on one scale.
  %part = stablehlo.slice %q [1:3] : (tensor<5x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %rest = stablehlo.slice %u [3:5] : (tensor<5x!quant.uniform<u8:f32, 1.0:100>>) -> tensor<2x!quant.uniform<u8:f32, 1.0:100>>
  %joined = stablehlo.concatenate %part, %rest, dim = 0 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<u8:f32, 1.0:100>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %all = stablehlo.uniform_dequantize %joined : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  check.expect_eq_const %all, dense<[61.5, 0.5, 0.0, 62.0]> : tensor<4xf32>
  // A scale for each column; floats with quantised weights.
  %a = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %w = "stablehlo.constant"() <{value = dense<[[2, 6], [4, 10]]> : tensor<2x2xi8>}> : () -> tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {0.5, 0.25:2}>>
  %d = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {0.5, 0.25:2}>>) -> tensor<1x2xf32>
  check.expect_eq_const %d, dense<[[5.0, 5.0]]> : tensor<1x2xf32>
  // A sum in a region.
  %zero = "stablehlo.constant"() <{value = dense<3> : tensor<i8>}> : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %total = stablehlo.reduce(%part init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %t = stablehlo.uniform_dequantize %total : (tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<f32>
  check.expect_eq_const %t, dense<62.0> : tensor<f32>
  return
}

// LOCAL: func.func public @other(%q: tensor<2x2xi8> {{.*}}) -> (tensor<2x2xi8>
func.func public @other(%q: tensor<4x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x2x!quant.uniform<i8:f32, 0.5:3>> {
  %0 = stablehlo.multiply %q, %q : tensor<4x2x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<4x2x!quant.uniform<i8:f32, 0.5:3>>
}
