// RUN: %partita propagate %s --show | FileCheck %s
// RUN: %partita run %s --random 1 --outputs %t.npz && %partita run %s --random 1 --plan annotated --expect %t.npz
// Manual code that takes no value has no call that enters it: what its last call is made of, and hints in between, are inside.
// CHECK: %id {{.*}} manual(x, y)
// CHECK: %left {{.*}} manual(x)
// CHECK: %ones {{.*}} manual(x)
// CHECK: %hint {{.*}} manual(x)
// CHECK: %sum {{.*}} manual(x)
// CHECK-NOT: manual
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\"x\"=2, \"y\"=2]>}"}} {
  func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %id = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %rest = stablehlo.remainder %id, %two : tensor<ui32>
    %zero = stablehlo.multiply %rest, %two : tensor<ui32>
    %row = stablehlo.subtract %zero, %zero : tensor<ui32>
    %left = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%row) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\"y\"}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, []>]>"}} : (tensor<ui32>) -> tensor<ui32>
    %f = stablehlo.convert %left : (tensor<ui32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %ones = stablehlo.constant dense<1.0> : tensor<4xf32>
    %hint = stablehlo.custom_call @Sharding(%ones) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{}]>]>"}} : (tensor<4xf32>) -> tensor<4xf32>
    %in = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%a) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\"x\"}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\"x\"}>"}} : (tensor<8xf32>) -> tensor<4xf32>
    %sum = stablehlo.add %in, %b : tensor<4xf32>
    %out:2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%sum, %hint) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\"x\"}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\"x\"}]>, <@mesh, [{\"x\"}]>]>"}} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    return %out#0, %out#1 : tensor<8xf32>, tensor<8xf32>
  }
}
