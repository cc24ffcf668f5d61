// RUN: split-file %s %t
// RUN: %exits 1 %partita grad %t/call.mlir 2>&1 | FileCheck %t/call.mlir
// RUN: %exits 1 %partita grad %t/loop.mlir 2>&1 | FileCheck %t/loop.mlir
// RUN: %exits 1 %partita grad %t/inside.mlir 2>&1 | FileCheck %t/inside.mlir
// RUN: %partita grad %t/elsewhere.mlir --wrt arg1
//--- call.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: stablehlo.custom_call has no gradient: what @my.gelu computes is not known here; write it in other ops, register a CustomCall with a gradient, or give the function around it one with custom_vjp [P700]
  %0 = stablehlo.custom_call @my.gelu(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- loop.mlir
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: stablehlo.while has no gradient: how often the loop runs is not known, so that its steps cannot be kept; give it a bound (max_trips), or a counter that is compared with a constant [P700]
  %0 = stablehlo.while(%c = %x) : tensor<f32>
  cond {
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %l = stablehlo.compare LT, %c, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %y = stablehlo.add %c, %c : tensor<f32>
    stablehlo.return %y : tensor<f32>
  }
  return %0 : tensor<f32>
}
//--- inside.mlir
func.func @main(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: chlo.bessel_i1e has no gradient: none is known here; write the function in other ops, or give its gradient with custom_vjp [P700]
    %1 = chlo.bessel_i1e %x : tensor<4xf32> -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- elsewhere.mlir
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @my.gelu(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.multiply %0, %y : tensor<4xf32>
  return %1 : tensor<4xf32>
}
