// RUN: %partita convert --to stablehlo %s | FileCheck %s
// RUN: %partita run %s --random 1 --verify --mesh x=2 --shard 'arg0=[{"x"}]'
// Ops of MHLO travel in StableHLO as custom calls; those that go element by element are known for what they are.
// CHECK: chlo.erf
// CHECK: chlo.asinh
func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<6xf32>) -> tensor<6xf32>
  %1 = stablehlo.custom_call @mhlo.asinh(%0) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<6xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}
