// Where no function is public and none is @main, those that no other calls are the program.
// RUN: %partita convert %s | FileCheck %s
// CHECK: func.func private @a
// CHECK: stablehlo.exponential
// CHECK-NOT: @inner
// CHECK: func.func private @b
func.func private @a(%p: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @inner(%p) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @b(%p: tensor<4xf32>) -> tensor<4xf32> {
  return %p : tensor<4xf32>
}
func.func private @inner(%p: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %p : tensor<4xf32>
  return %0 : tensor<4xf32>
}
