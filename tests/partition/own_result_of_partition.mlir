// RUN: %exits 1 %partita partition %s 2>&1 | FileCheck %s
// Outside of manual code a value is one for all partitions: what gives each its own cannot be said.
// CHECK: [[@LINE+4]]:8: error: stablehlo.reduce_scatter gives every partition another value, and outside of manual code a value is one for all; put it into an sdy.manual_computation [P318]
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<2xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 0 : i64, use_global_device_ids} : (tensor<8xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
}
