// RUN: split-file %s %t
// RUN: %partita run %t/argument.mlir --random 1 --verify
// RUN: %partita run %t/scalar.mlir --random 1 --verify
// RUN: %partita run %t/manual.mlir --random 1 --verify
// RUN: %partita run %t/call.mlir --random 1 --verify
// RUN: %partita convert --to hlo %t/manual.mlir -o %t/manual.hlo
// RUN: %partita run %t/manual.hlo --random 1 --verify
// RUN: %partita propagate --show %t/argument.mlir | FileCheck %s
// A sharding on a mesh without axes means that a value is replicated, whatever mesh the values around it are on.
// CHECK: mesh @grid: r=2, c=2, 4 devices
// CHECK: %whole argument 1 {{.*}} [-, -] hint

//--- argument.mlir
sdy.mesh @nothing = <[]>
sdy.mesh @grid = <["r"=2, "c"=2]>
func.func @main(%part: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"r"}, {"c"}]>},
                %whole: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@nothing, [{}, {}]>}) -> tensor<6x4xf32> {
  %0 = stablehlo.subtract %part, %whole : tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

//--- scalar.mlir
sdy.mesh @nothing = <[]>
sdy.mesh @line = <["b"=4]>
func.func @main(%scale: tensor<f32> {sdy.sharding = #sdy.sharding<@nothing, []>},
                %x: tensor<12xf32> {sdy.sharding = #sdy.sharding<@line, [{"b"}]>}) -> (tensor<12xf32> {sdy.sharding = #sdy.sharding<@nothing, [{?}]>}) {
  %0 = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<12xf32>
  %1 = stablehlo.divide %x, %0 : tensor<12xf32>
  return %1 : tensor<12xf32>
}

//--- manual.mlir
sdy.mesh @nothing = <[]>
sdy.mesh @grid = <["r"=2, "c"=2]>
func.func @main(%x: tensor<6xf32>, %y: tensor<3xf32>) -> tensor<6xf32> {
  %0 = sdy.manual_computation(%x, %y) in_shardings=[<@grid, [{"r"}]>, <@nothing, [{}]>] out_shardings=[<@nothing, [{}]>] manual_axes={"r"} (%a: tensor<3xf32>, %b: tensor<3xf32>) {
    %s = stablehlo.add %a, %b : tensor<3xf32>
    %c = sdy.sharding_constraint %s <@nothing, [{}]> : tensor<3xf32>
    %g = "stablehlo.all_gather"(%c) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<3xf32>) -> tensor<6xf32>
    sdy.return %g : tensor<6xf32>
  } : (tensor<6xf32>, tensor<3xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

//--- call.mlir
sdy.mesh @nothing = <[]>
sdy.mesh @grid = <["r"=2, "c"=2]>
func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%x) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@grid, [{\22c\22}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22c\22}>"}} : (tensor<6xf32>) -> tensor<3xf32>
  %1 = stablehlo.negate %0 : tensor<3xf32>
  %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<3xf32>) -> tensor<6xf32>
  %3 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%2) {mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22c\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@nothing, [{}]>]>"}} : (tensor<6xf32>) -> tensor<6xf32>
  return %3 : tensor<6xf32>
}
