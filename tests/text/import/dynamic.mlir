// Dynamic dimensions stay where a program is only read and written, and get sizes everywhere else.
// RUN: %partita check %s
// RUN: %partita convert %s | FileCheck %s --check-prefix=KEPT
// RUN: %partita convert %s --shape arg0=8x4 --shape bounded=3 | FileCheck %s --check-prefix=SIZED
// RUN: %partita eval %s --shape x=8x4 --shape arg1=3 --random 1
// RUN: %partita run %s --shape x=8x4 --shape arg1=3 --random 1 --mesh a=4 --shard 'x=[{"a"},{}]' --verify
// RUN: %exits 1 %partita partition %s 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: %exits 1 %partita eval %s --shape x=8x5 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: %exits 1 %partita eval %s --shape x=8x4 --shape arg1=17 2>&1 | FileCheck %s --check-prefix=BOUND
// RUN: %exits 1 %partita eval %s --shape 8x4 2>&1 | FileCheck %s --check-prefix=FORM
// The sizes of the arrays in --inputs will do.
// RUN: %python %S/Inputs/arrays.py %t.npz arg0=6x4 arg1=5
// RUN: %partita run %s --inputs %t.npz --mesh a=2 --shard 'x=[{"a"},{}]' --verify
// RUN: %python %S/Inputs/arrays.py %t.npz arg0=6x4 arg1=17
// RUN: %exits 1 %partita eval %s --inputs %t.npz 2>&1 | FileCheck %s --check-prefix=BOUND
// In any format, by names; a dimension in front is one of steps.
// RUN: rm -rf %t.ckpt && %python %S/Inputs/arrays.py %t.npz x=6x4 bounded=5
// RUN: %partita eval %s --inputs %t.npz --outputs %t.out.npz
// RUN: %partita reshard %t.npz %t.safetensors.index.json && %partita eval %s --inputs %t.safetensors.index.json --expect %t.out.npz
// RUN: %partita reshard %t.npz %t.ckpt && %partita eval %s --inputs %t.ckpt --expect %t.out.npz
// RUN: %python %S/Inputs/arrays.py %t.steps.npz x=6x4 bounded=2x5
// RUN: %partita run %s --inputs %t.steps.npz --steps 2 --mesh a=2 --expect %t.out.npz
// RUN: %exits 1 %partita eval %s --inputs %t.steps.npz 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: error: arg1 has a dimension of 2 steps in front, which --steps is for; the program wants tensor<5xf32> [P404]
// RUN: %python %S/Inputs/arrays.py %t.flat.npz x=6 bounded=5
// RUN: %exits 1 %partita eval %s --inputs %t.flat.npz 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: x has shape [6], the program wants tensor<?x4xf32> [P404]
// RUN: %python %S/Inputs/arrays.py %t.one.npz a=6x4 && %partita reshard %t.one.npz %t.npy
// RUN: %partita eval %S/Inputs/dynamic_rows.mlir --inputs %t.npy -v 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: out0: tensor<6x4xf32>
// HLO has none.
// RUN: %exits 1 %partita convert %s --to hlo 2>&1 | FileCheck %s --check-prefix=HLO
// RUN: %exits 1 %partita convert %s --to proto -o %t.pb 2>&1 | FileCheck %s --check-prefix=HLO
// HLO: error: HLO is written of static shapes; --shape gives sizes to dynamic ones [P199]
// RUN: %partita convert %s --to proto --shape arg0=8x4 --shape arg1=3 -o %t.pb && %partita eval %t.pb --random 1
// Bytes keep them as well.
// RUN: %partita convert %s --to bytecode -o %t.bc && %partita convert %t.bc | FileCheck %s --check-prefix=BYTES
// RUN: %partita convert %s --to vhlo -o %t.bc && %partita convert %t.bc | FileCheck %s --check-prefix=BYTES


// KEPT: func.func public @main(%x: tensor<?x4xf32>, %bounded: tensor<?xf32, #stablehlo.bounds<16>>)
// KEPT: %wide = "stablehlo.dynamic_broadcast_in_dim"(%two, %shape) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi64>) -> tensor<?x4xf32>
// BYTES: func.func public @main(%arg0: tensor<?x4xf32>, %arg1: tensor<?xf32, #stablehlo.bounds<16>>)
// BYTES: "stablehlo.dynamic_broadcast_in_dim"(%{{[0-9]+}}, %{{[0-9]+}}) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi64>) -> tensor<?x4xf32>
// SIZED: func.func public @main(%x: tensor<8x4xf32>, %bounded: tensor<3xf32>) -> (tensor<8x4xf32>, tensor<8xi32>, tensor<2x4xf32>, tensor<3xf32>)
// SIZED: %shape = stablehlo.constant dense<[8, 4]> : tensor<2xi64>
// SIZED: %wide = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
// SIZED: %count = stablehlo.iota dim = 0 : tensor<8xi32>
// SIZED: stablehlo.pad %{{.*}} low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<9x4xf32>
// SIZED: stablehlo.slice %{{.*}} [0:8:4, 0:4] : (tensor<9x4xf32>) -> tensor<2x4xf32>
// WITHOUT: :[[@LINE+15]]:{{[0-9]+}}: error: argument 0 is tensor<?x4xf32>: give its sizes, as in --shape 'arg0=8x4' [P115]
// WRONG: error: argument 0: tensor<?x4xf32> cannot be 8x5 [P404]
// BOUND: error: argument 1: tensor<?xf32, #stablehlo.bounds<16>> cannot be 17 [P404]
// FORM: error: '8x4': sizes are given as arg0=8x128 [P500]
module {
  func.func private @twice(%n: tensor<i32>, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
    %n64 = stablehlo.convert %n : (tensor<i32>) -> tensor<i64>
    %rows = stablehlo.reshape %n64 : (tensor<i64>) -> tensor<1xi64>
    %columns = stablehlo.constant dense<4> : tensor<1xi64>
    %shape = stablehlo.concatenate %rows, %columns, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %wide = stablehlo.dynamic_broadcast_in_dim %two, %shape, dims = [] : (tensor<f32>, tensor<2xi64>) -> tensor<?x4xf32>
    %y = stablehlo.multiply %x, %wide : tensor<?x4xf32>
    return %y : tensor<?x4xf32>
  }
  func.func public @main(%x: tensor<?x4xf32>, %bounded: tensor<?xf32, #stablehlo.bounds<16>>) -> (tensor<?x4xf32>, tensor<?xi32>, tensor<?x4xf32>, tensor<?xf32>) {
    %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %y = func.call @twice(%n, %x) : (tensor<i32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %length = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %count = stablehlo.dynamic_iota %length, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %value = stablehlo.constant dense<0.0> : tensor<f32>
    %none = stablehlo.constant dense<0> : tensor<2xi64>
    %high = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
    %padded = stablehlo.dynamic_pad %x, %value, %none, %high, %none : (tensor<?x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x4xf32>
    %n64 = stablehlo.convert %n : (tensor<i32>) -> tensor<i64>
    %rows = stablehlo.reshape %n64 : (tensor<i64>) -> tensor<1xi64>
    %columns = stablehlo.constant dense<4> : tensor<1xi64>
    %limit = stablehlo.concatenate %rows, %columns, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %strides = stablehlo.constant dense<[4, 1]> : tensor<2xi64>
    %part = stablehlo.real_dynamic_slice %padded, %none, %limit, %strides : (tensor<?x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x4xf32>
    %long = stablehlo.negate %bounded : (tensor<?xf32, #stablehlo.bounds<16>>) -> tensor<?xf32>
    return %y, %count, %part, %long : tensor<?x4xf32>, tensor<?xi32>, tensor<?x4xf32>, tensor<?xf32>
  }
}
