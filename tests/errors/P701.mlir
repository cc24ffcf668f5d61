// RUN: split-file %s %t
// RUN: %exits 1 %partita grad %t/some.mlir --wrt arg1 2>&1 | FileCheck %s --check-prefix=INTEGER
// RUN: %exits 1 %partita grad %t/some.mlir --of out1 2>&1 | FileCheck %s --check-prefix=TRUTH
// RUN: %exits 1 %partita grad %t/some.mlir --wrt out0 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: %exits 1 %partita grad %t/some.mlir --of x 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: %exits 1 %partita grad %t/some.mlir --wrt w 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %exits 1 %partita grad %t/no_result.mlir 2>&1 | FileCheck %s --check-prefix=NO-RESULT
// RUN: %exits 1 %partita grad %t/no_argument.mlir 2>&1 | FileCheck %s --check-prefix=NO-ARGUMENT
// INTEGER: some.mlir: error: arg1 is tensor<4xi32>: only floats and complex numbers have derivatives; convert it, or leave it out [P701]
// TRUTH: some.mlir: error: out1 is tensor<4xi1>: only floats and complex numbers have derivatives; convert it, or leave it out [P701]
// RESULT: some.mlir: error: out0 is no argument of @main: name one as arg0, arg1, …, or by its name [P701]
// ARGUMENT: some.mlir: error: x is no result of @main: name one as out0, out1, … [P701]
// UNKNOWN: some.mlir: error: no value is called 'w'; close to it are %0, %n, %x [P315]
// NO-RESULT: no_result.mlir: error: @main has no result of floats or complex numbers, so there is nothing to differentiate [P701]
// NO-ARGUMENT: no_argument.mlir: error: @main has no argument of floats or complex numbers, so there is nothing to differentiate [P701]
//--- some.mlir
func.func @main(%x: tensor<4xf32>, %n: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi1>) {
  %0 = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
  return %x, %0 : tensor<4xf32>, tensor<4xi1>
}
//--- no_result.mlir
module @m {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xi1> {
    %0 = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
    return %0 : tensor<4xi1>
  }
}
//--- no_argument.mlir
module @m {
  func.func @main(%x: tensor<4xi32>) -> tensor<4xf32> {
    %0 = stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
