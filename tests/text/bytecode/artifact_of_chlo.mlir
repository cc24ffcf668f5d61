// RUN: %partita convert %s --to vhlo -o %t.vhlo && %partita convert %t.vhlo --to stablehlo | FileCheck %s
// RUN: %partita eval %s --random 1 --outputs %t.npz && %partita eval %t.vhlo --random 1 --expect %t.npz
// Portable artifacts have StableHLO's ops alone: CHLO's are written as XLA's exports have them, formulas or calls.
// CHECK: stablehlo.multiply %arg0, %arg0
// CHECK: chlo.erf
// CHECK-NOT: chlo.lgamma
// CHECK: chlo.top_k({{.*}}, k = 2)
func.func @main(%x: tensor<6xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0 = chlo.square %x : tensor<6xf32> -> tensor<6xf32>
  %1 = chlo.erf %0 : tensor<6xf32> -> tensor<6xf32>
  %2 = chlo.lgamma %1 : tensor<6xf32> -> tensor<6xf32>
  %values, %places = chlo.top_k(%2, k = 2) : tensor<6xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return %values, %places : tensor<2xf32>, tensor<2xi32>
}
