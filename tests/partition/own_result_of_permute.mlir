// RUN: %exits 1 %partita partition %s 2>&1 | FileCheck %s
// A permute that leaves nobody out gives all the same; one that leaves device 3 without a source does not.
// CHECK: [[@LINE+5]]:{{[0-9]+}}: error: stablehlo.collective_permute gives every partition another value
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %all = "stablehlo.collective_permute"(%x) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>} : (tensor<8xf32>) -> tensor<8xf32>
  %some = "stablehlo.collective_permute"(%x) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : (tensor<8xf32>) -> tensor<8xf32>
  return %all, %some : tensor<8xf32>, tensor<8xf32>
}
}
