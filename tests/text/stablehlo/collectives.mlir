// RUN: %partita convert %s --to stablehlo | FileCheck %s
// Device groups, channels, tokens, asynchronous regions.

// CHECK{LITERAL}: sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK{LITERAL}: func.func public @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK{LITERAL}: %0 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  %0 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // CHECK{LITERAL}: %s = stablehlo.add %a, %b : tensor<f32>
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK{LITERAL}: %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  %1 = "stablehlo.all_gather"(%0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<4x4xf32>) -> tensor<4x8xf32>
  // Axes of a mesh become the groups they mean, whether the mesh is named or written out; parts of an axis too.
  // CHECK{LITERAL}: %2 = "stablehlo.all_gather"(%0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}>
  %2 = "stablehlo.all_gather"(%0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4x4xf32>) -> tensor<4x8xf32>
  // CHECK{LITERAL}: %3 = "stablehlo.all_gather"(%0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>}>
  %3 = "stablehlo.all_gather"(%0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 4>]>, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>]>} : (tensor<4x4xf32>) -> tensor<4x8xf32>
  // CHECK{LITERAL}: %4 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = "stablehlo.collective_permute"(%0) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK{LITERAL}: %5 = "stablehlo.collective_permute"(%0) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = "stablehlo.collective_permute"(%0) {source_target_pairs = dense<> : tensor<0x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK{LITERAL}: %6 = "stablehlo.reduce_scatter"(%0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  %6 = "stablehlo.reduce_scatter"(%0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<2x4xf32>
  // CHECK{LITERAL}: %7 = "stablehlo.all_to_all"(%0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x4xf32>) -> tensor<2x8xf32>
  %7 = "stablehlo.all_to_all"(%0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x4xf32>) -> tensor<2x8xf32>
  // CHECK{LITERAL}: %8 = "stablehlo.collective_broadcast"(%0) <{replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = "stablehlo.collective_broadcast"(%0) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK{LITERAL}: %9 = "stablehlo.async_start"(%0) ({
  %9 = "stablehlo.async_start"(%0) ({
  ^bb0(%a: tensor<4x4xf32>):
    // CHECK{LITERAL}: %g = "stablehlo.all_gather"(%a_1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<8x4xf32>
    %g = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<8x4xf32>
    stablehlo.return %g : tensor<8x4xf32>
  }) : (tensor<4x4xf32>) -> !stablehlo.future<tensor<8x4xf32>>
  // CHECK{LITERAL}: %10 = "stablehlo.async_done"(%9) : (!stablehlo.future<tensor<8x4xf32>>) -> tensor<8x4xf32>
  %10 = "stablehlo.async_done"(%9) : (!stablehlo.future<tensor<8x4xf32>>) -> tensor<8x4xf32>
  // CHECK{LITERAL}: %token = stablehlo.after_all : !stablehlo.token
  %token = stablehlo.create_token : !stablehlo.token
  // CHECK{LITERAL}: %11 = "stablehlo.send"(%0, %token) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4x4xf32>, !stablehlo.token) -> !stablehlo.token
  %11 = "stablehlo.send"(%0, %token) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4x4xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK{LITERAL}: %12:2 = "stablehlo.recv"(%11) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4x4xf32>, !stablehlo.token)
  %12:2 = "stablehlo.recv"(%11) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4x4xf32>, !stablehlo.token)
  // CHECK{LITERAL}: %13:2 = "stablehlo.infeed"(%12#1) <{infeed_config = "abc", layout = [[0 : i64, 1 : i64]]}> : (!stablehlo.token) -> (tensor<4x4xf32>, !stablehlo.token)
  %13:2 = "stablehlo.infeed"(%12#1) <{infeed_config = "abc", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<4x4xf32>, !stablehlo.token)
  // CHECK{LITERAL}: %14 = "stablehlo.outfeed"(%13#0, %13#1) <{outfeed_config = ""}> : (tensor<4x4xf32>, !stablehlo.token) -> !stablehlo.token
  %14 = "stablehlo.outfeed"(%13#0, %13#1) <{outfeed_config = ""}> : (tensor<4x4xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK{LITERAL}: return %0 : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
