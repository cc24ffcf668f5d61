// RUN: %partita run %s --random 1 --verify
// RUN: %partita run %s --random 1 --verify --ids replica
// Collectives between partitions outside of manual code take the global tensor, which each partition has.
module @cp attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 2 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<32x16xf32>) {
    %sum = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %g = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1],[2,3],[4,5],[6,7]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>, use_global_device_ids} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %ag = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3],[4,5,6,7]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 9, type = 1>, use_global_device_ids} : (tensor<8x16xf32>) -> tensor<32x16xf32>
    return %sum, %g, %ag : tensor<8x16xf32>, tensor<8x16xf32>, tensor<32x16xf32>
  }
}
