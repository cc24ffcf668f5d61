// sort, top_k and scan.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.sort (C3): inputs are tensor<2x3xf32> and tensor<3x2xf32>: they must have one shape{{.*}}[P203]
  %0:2 = "stablehlo.sort"(%a, %b) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}) : (tensor<2x3xf32>, tensor<3x2xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>)
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.sort (C4): dimension 2 is not one of tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.sort"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}) {dimension = 2 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.sort (C4): dimension -3 is not one of tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.sort"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}) {dimension = -3 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.sort (C5): the comparator takes 1 arguments, two per input are wanted{{.*}}[P203]
  %0 = "stablehlo.sort"(%a) ({^bb0(%x: tensor<i1>): stablehlo.return %x : tensor<i1>}) {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.sort (C5): argument 0 of the comparator must be a scalar of input 0's element type{{.*}}[P203]
  %0 = "stablehlo.sort"(%a) ({^bb0(%x: tensor<i1>, %y: tensor<i1>): stablehlo.return %x : tensor<i1>}) {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.sort (C5): the comparator must return one i1{{.*}}[P203]
  %0 = "stablehlo.sort"(%a) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.sort (C2): result 0 is tensor<3x2xf32>, the operands give tensor<2x3xf32>{{.*}}[P204]
  %0 = "stablehlo.sort"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}) {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.top_k: k is 4, the last dimension has 3{{.*}}[P203]
  %0:2 = "chlo.top_k"(%a) {k = 4 : i64} : (tensor<2x3xf32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  return
}

// -----

func.func @main(%a: tensor<f32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: chlo.top_k: takes tensors of rank 1 at least, not tensor<f32>{{.*}}[P203]
  %0:2 = "chlo.top_k"(%a) {k = 0 : i64} : (tensor<f32>) -> (tensor<f32>, tensor<i32>)
  return
}
