// RUN: %partita convert %s --to stablehlo | FileCheck %s
// CHLO and MHLO ops; chlo.broadcast_* become a broadcast and the plain op.

// CHECK{LITERAL}: func.func public @main(%x: tensor<4x6xf32>, %v: tensor<6xf32>, %w: tensor<4xf32>, %s: tensor<f32>, %p: tensor<i1>) -> tensor<4x6xf32> {
func.func @main(%x: tensor<4x6xf32>, %v: tensor<6xf32>, %w: tensor<4xf32>, %s: tensor<f32>, %p: tensor<i1>) -> tensor<4x6xf32> {
  // CHECK{LITERAL}: %0 = stablehlo.add %x, %15 : tensor<4x6xf32>
  %0 = chlo.broadcast_add %x, %v : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %1 = stablehlo.multiply %16, %x : tensor<4x6xf32>
  %1 = chlo.broadcast_multiply %w, %x {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %2 = stablehlo.compare LT, %x, %17, FLOAT : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
  %2 = chlo.broadcast_compare %x, %s {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type FLOAT>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xi1>
  // CHECK{LITERAL}: %3 = stablehlo.select %18, %x, %19 : tensor<4x6xi1>, tensor<4x6xf32>
  %3 = "chlo.broadcast_select"(%p, %x, %s) : (tensor<i1>, tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %4 = stablehlo.complex %x, %20 : tensor<4x6xcomplex<f32>>
  %4 = chlo.broadcast_complex %x, %s : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xcomplex<f32>>
  // CHECK{LITERAL}: %5 = chlo.zeta %x, %21 {mhlo.sharding = "{replicated}"} : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x6xf32>
  %5 = chlo.broadcast_zeta %x, %s {mhlo.sharding = "{replicated}"} : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %6 = chlo.erf %x : tensor<4x6xf32> -> tensor<4x6xf32>
  %6 = chlo.erf %x : tensor<4x6xf32> -> tensor<4x6xf32>
  // CHECK{LITERAL}: %7 = chlo.next_after %x, %x : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x6xf32>
  %7 = chlo.next_after %x, %x : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x6xf32>
  // CHECK{LITERAL}: %8 = chlo.is_inf %x : tensor<4x6xf32> -> tensor<4x6xi1>
  %8 = chlo.is_inf %x : tensor<4x6xf32> -> tensor<4x6xi1>
  // CHECK{LITERAL}: %9:2 = "mhlo.topk"(%x) <{k = 2 : i64, largest = true}> : (tensor<4x6xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %9:2 = chlo.top_k(%x, k = 2) {largest = true} : tensor<4x6xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  // CHECK{LITERAL}: %10 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  %10 = "chlo.constant_like"(%x) {value = 3.2 : f32} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %11 = "mhlo.copy"(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %11 = "mhlo.copy"(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %12 = stablehlo.add %x, %11 : tensor<4x6xf32>
  %12 = mhlo.add %x, %11 : tensor<4x6xf32>
  // CHECK{LITERAL}: %13 = chlo.erf %x : tensor<4x6xf32> -> tensor<4x6xf32>
  %13 = "mhlo.erf"(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %14:2 = "mhlo.topk"(%x) <{k = 2 : i64, largest = false}> : (tensor<4x6xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %14:2 = mhlo.topk(%x, k=2, largest=false) : tensor<4x6xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  // CHECK{LITERAL}: return %0 : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
