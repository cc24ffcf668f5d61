// RUN: %exits 1 %partita partition %s 2>&1 | FileCheck %s
// A shard that is not what the sharding outside makes of the value is a mistake in the program.
module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[8,1]<=[8]}"} : (tensor<8x64xf32>) -> tensor<8x64xf32>
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: {{.*}}tensor<8x8xf32> is not what a device has of it along the manual axes [P318]
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8x64xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.tanh %1 : tensor<8x8xf32>
    %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[1,8]<=[8]}"} : (tensor<8x8xf32>) -> tensor<8x64xf32>
    return %3 : tensor<8x64xf32>
  }
}
