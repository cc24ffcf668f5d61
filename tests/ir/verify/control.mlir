// case, if, while, order and host effects.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<i64>, %b: tensor<f32>, %c: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.case (I1): is steered by a scalar of i32, not tensor<i64>{{.*}}[P203]
  %0 = "stablehlo.case"(%a) ({stablehlo.return %b : tensor<f32>}) : (tensor<i64>) -> tensor<f32>
  return
}

// -----

func.func @main(%a: tensor<i32>, %b: tensor<f32>, %c: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.case (C2): branch 0 takes 1 arguments, not 0{{.*}}[P203]
  %0 = "stablehlo.case"(%a) ({^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32>}) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @main(%a: tensor<i32>, %b: tensor<f32>, %c: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.case (C3): branch 1 returns (tensor<i32>), the first one (tensor<f32>){{.*}}[P203]
  %0 = "stablehlo.case"(%a) ({stablehlo.return %b : tensor<f32>}, {stablehlo.return %c : tensor<i32>}) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @main(%a: tensor<i32>, %b: tensor<f32>, %c: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.case (C4): result 0 is tensor<f64>, the operands give tensor<f32>{{.*}}[P204]
  %0 = "stablehlo.case"(%a) ({stablehlo.return %b : tensor<f32>}) : (tensor<i32>) -> tensor<f64>
  return
}

// -----

func.func @main(%a: tensor<1xi1>, %b: tensor<f32>, %c: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.if (I1): is steered by a scalar of i1, not tensor<1xi1>{{.*}}[P203]
  %0 = "stablehlo.if"(%a) ({stablehlo.return %b : tensor<f32>}, {stablehlo.return %b : tensor<f32>}) : (tensor<1xi1>) -> tensor<f32>
  return
}

// -----

func.func @main(%a: tensor<i1>, %b: tensor<f32>, %c: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.if (C1): branch 0 takes 1 arguments, not 0{{.*}}[P203]
  %0 = "stablehlo.if"(%a) ({^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32>}, {stablehlo.return %b : tensor<f32>}) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @main(%a: tensor<i1>, %b: tensor<f32>, %c: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.if (C2): branch 1 returns (tensor<i32>), the first one (tensor<f32>){{.*}}[P203]
  %0 = "stablehlo.if"(%a) ({stablehlo.return %b : tensor<f32>}, {stablehlo.return %c : tensor<i32>}) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @main(%a: tensor<i1>, %b: tensor<f32>, %c: tensor<i32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.if (C3): result 0 is tensor<f64>, the operands give tensor<f32>{{.*}}[P204]
  %0 = "stablehlo.if"(%a) ({stablehlo.return %b : tensor<f32>}, {stablehlo.return %b : tensor<f32>}) : (tensor<i1>) -> tensor<f64>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<i1>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.while (C1): the condition takes 0 arguments, 1 are carried{{.*}}[P203]
  %0 = "stablehlo.while"(%a) ({stablehlo.return %b : tensor<i1>}, {^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32>}) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<i1>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.while (C1): the condition must return one scalar of i1{{.*}}[P203]
  %0 = "stablehlo.while"(%a) ({^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32>}, {^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32>}) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<i1>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.while (C2): argument 0 of the body is tensor<f64>, tensor<f32> is carried{{.*}}[P203]
  %0 = "stablehlo.while"(%a) ({^bb0(%x: tensor<f32>): stablehlo.return %b : tensor<i1>}, {^bb0(%x: tensor<f64>): stablehlo.return %a : tensor<f32>}) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<i1>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.while (C2): the body must return what is carried, (tensor<f32>){{.*}}[P203]
  %0 = "stablehlo.while"(%a) ({^bb0(%x: tensor<f32>): stablehlo.return %b : tensor<i1>}, {^bb0(%x: tensor<f32>): stablehlo.return %b : tensor<i1>}) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<i1>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.while (C3): result 0 is tensor<f64>, the operands give tensor<f32>{{.*}}[P204]
  %0 = "stablehlo.while"(%a) ({^bb0(%x: tensor<f32>): stablehlo.return %b : tensor<i1>}, {^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32>}) : (tensor<f32>) -> tensor<f64>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.optimization_barrier (C1): result 0 is tensor<2x3xi32>, the operands give tensor<2x3xf32>{{.*}}[P204]
  %0 = "stablehlo.optimization_barrier"(%a) : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.after_all (I1): takes tokens only, not tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.after_all"(%a) : (tensor<2x3xf32>) -> !stablehlo.token
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.infeed (I1): takes a token, not tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.infeed"(%a) : (tensor<2x3xf32>) -> !stablehlo.token
  return
}

// -----

func.func @main(%a: !stablehlo.token) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.infeed (C2): result 0 must be a tensor, it is !stablehlo.token{{.*}}[P203]
  %0:2 = "stablehlo.infeed"(%a) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @main(%a: !stablehlo.token) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.infeed (C3): the last result must be a token, it is tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.infeed"(%a) : (!stablehlo.token) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.outfeed (I2): the last operand must be a token, it is tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.outfeed"(%a) : (tensor<2x3xf32>) -> !stablehlo.token
  return
}

// -----

func.func @main(%a: !stablehlo.token, %b: !stablehlo.token) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.outfeed (I1): operand 0 must be a tensor, it is !stablehlo.token{{.*}}[P203]
  %0 = "stablehlo.outfeed"(%a, %b) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  return
}
