// Manual computations and hints.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: sdy.manual_computation: argument 0 of the body is tensor<5x3xf32>, which is no shard of tensor<4x3xf32> [P203]
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%x: tensor<5x3xf32>) {
    %r = stablehlo.slice %x [0:2, 0:3] : (tensor<5x3xf32>) -> tensor<2x3xf32>
    sdy.return %r : tensor<2x3xf32>
  } : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: sdy.manual_computation: result 0 of the body is tensor<6xf32>, which is no shard of tensor<4x3xf32> [P203]
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%x: tensor<2x3xf32>) {
    %r = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
    sdy.return %r : tensor<6xf32>
  } : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
