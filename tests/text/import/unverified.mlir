// What a producer's own verifier let pass is an error; converted with --skip verify it is a warning, and stays.
// RUN: %exits 1 %partita convert %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %partita convert %s --skip verify 2>&1 | FileCheck %s
// RUN: %partita convert %s --skip verify --to bytecode -o %t.bc && %partita convert --skip verify %t.bc 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: %exits 1 %partita convert %s --skip verify --to hlo 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %exits 1 %partita convert %s --skip import 2>&1 | FileCheck %s --check-prefix=STAGE
// ERROR: error: stablehlo.compare (C3): compare_type SIGNED does not fit tensor<f32>, FLOAT does [P203]
// ERROR: error: no mesh @nowhere [P301]
// CHECK: warning: stablehlo.compare (C3): compare_type SIGNED does not fit tensor<f32>, FLOAT does [P203]
// CHECK: warning: no mesh @nowhere [P301]
// CHECK: warning: dynamic_pad: the padding must be constant [P115]
// CHECK: %0 = stablehlo.compare EQ, %a, %a, SIGNED : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK: replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @nowhere, axes = [#stablehlo.axis_ref<name = "x">]>
// CHECK: stablehlo.dynamic_pad
// BYTES: stablehlo.compare EQ, %arg0, %arg0, SIGNED : (tensor<f32>, tensor<f32>) -> tensor<i1>
// BYTES: replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @nowhere, axes = [#stablehlo.axis_ref<name = "x">]>
// STAGE: --skip: import not in {verify}
func.func @main(%a: tensor<f32>, %b: tensor<4xf32>, %low: tensor<1xi64>) -> (tensor<i1>, tensor<8xf32>, tensor<6xf32>) {
  %0 = stablehlo.compare EQ, %a, %a, SIGNED : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %1 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @nowhere, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4xf32>) -> tensor<8xf32>
  %2 = stablehlo.dynamic_pad %b, %a, %low, %low, %low : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xf32>
  return %0, %1, %2 : tensor<i1>, tensor<8xf32>, tensor<6xf32>
}
