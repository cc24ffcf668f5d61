// Ops that need all of one dimension keep the axes of the others: sorting, Fourier transforms, rolling, joining; a reshape
// into microbatches is split between both.
// RUN: split-file %s %t
// RUN: %partita propagate --show %t/rows.mlir | FileCheck %s --check-prefix=ROWS
// RUN: %partita propagate --show %t/microbatches.mlir | FileCheck %s --check-prefix=MICRO

//--- rows.mlir
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%x: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<32xf32>, %f: tensor<16x8x8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<16x32xf32>, tensor<16x4xf32>, tensor<32x32xf32>, tensor<16x8x8xcomplex<f32>>, tensor<16x32xf32>) {
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %s = stablehlo.add %x, %bb : tensor<16x32xf32>
  %sorted = "stablehlo.sort"(%s) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %lt = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<16x32xf32>) -> tensor<16x32xf32>
  %top = stablehlo.slice %sorted [0:16, 28:32] : (tensor<16x32xf32>) -> tensor<16x4xf32>
  %cat = stablehlo.concatenate %s, %sorted, dim = 0 : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<32x32xf32>
  %fft = stablehlo.fft %f, type = FFT, length = [8, 8] : (tensor<16x8x8xcomplex<f32>>) -> tensor<16x8x8xcomplex<f32>>
  %rolled1 = stablehlo.slice %s [0:16, 31:32] : (tensor<16x32xf32>) -> tensor<16x1xf32>
  %rolled2 = stablehlo.slice %s [0:16, 0:31] : (tensor<16x32xf32>) -> tensor<16x31xf32>
  %rolled = stablehlo.concatenate %rolled1, %rolled2, dim = 1 : (tensor<16x1xf32>, tensor<16x31xf32>) -> tensor<16x32xf32>
  return %sorted, %top, %cat, %fft, %rolled : tensor<16x32xf32>, tensor<16x4xf32>, tensor<32x32xf32>, tensor<16x8x8xcomplex<f32>>, tensor<16x32xf32>
}
// ROWS: %x argument 0 tensor<16x32xf32> [x, -] hint
// ROWS: %b argument 1 tensor<32xf32> [-]{{$}}
// ROWS: %f argument 2 tensor<16x8x8xcomplex<f32>> [x, -, -] hint
// ROWS: %bb broadcast_in_dim tensor<16x32xf32> [x, -]{{$}}
// ROWS: %s add tensor<16x32xf32> [x, -]{{$}}
// ROWS: %sorted sort tensor<16x32xf32> [x, -]{{$}}
// ROWS: %top slice tensor<16x4xf32> [x, -]{{$}}
// ROWS: %cat concatenate tensor<32x32xf32> [x, -]{{$}}
// ROWS: %fft fft tensor<16x8x8xcomplex<f32>> [x, -, -]{{$}}
// ROWS-NEXT: %rolled custom_call @_SPMDInternalOp_RotateRight tensor<16x32xf32> [x, -]{{$}}
// ROWS: out0 result 0 tensor<16x32xf32> [x, -]{{$}}
// ROWS: out1 result 1 tensor<16x4xf32> [x, -]{{$}}
// ROWS: out2 result 2 tensor<32x32xf32> [x, -]{{$}}
// ROWS: out3 result 3 tensor<16x8x8xcomplex<f32>> [x, -, -]{{$}}
// ROWS: out4 result 4 tensor<16x32xf32> [x, -]{{$}}

//--- microbatches.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<2x8x32xf32> {
  %m = stablehlo.reshape %x : (tensor<16x32xf32>) -> tensor<2x8x32xf32>
  %t = stablehlo.tanh %m : tensor<2x8x32xf32>
  %c = sdy.sharding_constraint %t <@mesh, [{}, {"x"}, {}]> : tensor<2x8x32xf32>
  return %c : tensor<2x8x32xf32>
}
// MICRO: %x argument 0 tensor<16x32xf32> [x, -] hint
// MICRO: %m reshape tensor<2x8x32xf32> [x:(1)2, x:(2)2, -]{{$}}
// MICRO: %t tanh tensor<2x8x32xf32> [x:(1)2, x:(2)2, -]{{$}}
// MICRO: %c sdy.sharding_constraint tensor<2x8x32xf32> [-, x, -] hint
// MICRO: out0 result 0 tensor<2x8x32xf32> [-, x, -]{{$}}
