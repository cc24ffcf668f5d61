// RUN: split-file %s %t
// RUN: %exits 1 %partita propagate %t/inside.mlir 2>&1 | FileCheck %t/inside.mlir
// RUN: %exits 1 %partita propagate %t/types.mlir 2>&1 | FileCheck %t/types.mlir
// RUN: %exits 1 %partita propagate %t/result_types.mlir 2>&1 | FileCheck %t/result_types.mlir
// RUN: %exits 1 %partita propagate %t/order.mlir 2>&1 | FileCheck %t/order.mlir
// RUN: %exits 1 %partita propagate %t/nested.mlir 2>&1 | FileCheck %t/nested.mlir
// RUN: %exits 1 %partita propagate %t/meshes.mlir 2>&1 | FileCheck %t/meshes.mlir
//--- inside.mlir
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<2x4xf32>) {
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: axis "x" is manual here; a sharding inside may only use the others [P318]
    %1 = sdy.sharding_constraint %b <@mesh, [{}, {"x"}]> : tensor<2x4xf32>
    sdy.return %1 : tensor<2x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- types.mlir
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: operand 0 is tensor<8x4xf32>; cut along the manual axes it is tensor<2x4xf32> inside, not tensor<4x4xf32> [P318]
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"y"}, {}]>] manual_axes={"x", "y"} (%b: tensor<4x4xf32>) {
    sdy.return %b : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- result_types.mlir
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: result 0 is tensor<8x4xf32>; cut along the manual axes it is tensor<8x1xf32> inside, not tensor<2x4xf32> [P318]
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {"x"}]>] manual_axes={"x"} (%b: tensor<2x4xf32>) {
    sdy.return %b : tensor<2x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- order.mlir
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: dimension 0 of operand 0 has the manual axis "x" below one that is not manual; manual axes come first [P318]
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"y", "x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<2x4xf32>) {
    sdy.return %b : tensor<2x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- nested.mlir
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<2x4xf32>) {
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: axis "x" is manual already in the code around this [P318]
    %1 = sdy.manual_computation(%b) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%c: tensor<2x4xf32>) {
      sdy.return %c : tensor<2x4xf32>
    } : (tensor<2x4xf32>) -> tensor<2x4xf32>
    sdy.return %1 : tensor<2x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- meshes.mlir
sdy.mesh @mesh = <["x"=4, "y"=2]>
sdy.mesh @other = <["z"=8]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: the shardings of one manual computation are on different meshes [P318]
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@other, [{"z"}, {}]>] manual_axes={"x"} (%b: tensor<2x4xf32>) {
    sdy.return %b : tensor<2x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
