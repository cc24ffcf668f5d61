// RUN: %partita run %s --random 1 --verify
// RUN: %partita partition %s | FileCheck %s
// Manual code inside of manual code, as calls at its borders: each value that crosses the inner border has two
// shardings, and the inner border follows its own.
// CHECK: stablehlo.exponential {{.*}} : tensor<3xf32>
module @nested attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{grid = #sdy.mesh<[\22r\22=2, \22c\22=2]>}"}, mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%x: tensor<12xf32>) -> tensor<12xf32> {
    %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%x) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@grid, [{\22r\22}]>]>", xla.sdy.manual_axes = "{\22r\22}"}} : (tensor<12xf32>) -> tensor<6xf32>
    %1 = call @outer(%0) : (tensor<6xf32>) -> tensor<6xf32>
    %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {mhlo.frontend_attributes = {xla.sdy.manual_axes = "{\22r\22}", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@grid, [{\22r\22}]>]>"}} : (tensor<6xf32>) -> tensor<12xf32>
    return %2 : tensor<12xf32>
  }
  func.func private @outer(%x: tensor<6xf32>) -> tensor<6xf32> {
    %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%x) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@grid, [{\22c\22}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22c\22}>"}} : (tensor<6xf32>) -> tensor<3xf32>
    %1 = call @inner(%0) : (tensor<3xf32>) -> tensor<3xf32>
    %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22c\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@grid, [{\22c\22}]>]>"}} : (tensor<3xf32>) -> tensor<6xf32>
    return %2 : tensor<6xf32>
  }
  func.func private @inner(%x: tensor<3xf32>) -> tensor<3xf32> {
    %0 = stablehlo.exponential %x : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}
