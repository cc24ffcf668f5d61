// A module that says how many devices it runs on names no others.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s --implicit-check-not=error:
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_reduce names device 3, the module says it runs on 2 [P203]
    %1 = "stablehlo.all_reduce"(%0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.collective_permute names device 2, the module says it runs on 2 [P203]
    %2 = "stablehlo.collective_permute"(%1) <{source_target_pairs = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    return %2 : tensor<2xf32>
  }
}

// -----

HloModule m, replica_count=2, num_partitions=2

sum { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] add(x, y) }
ENTRY e {
  a = f32[2] parameter(0)
  b = f32[2] all-reduce(a), replica_groups=[2,2]<=[4], channel_id=1, use_global_device_ids=true, to_apply=sum
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_reduce names device 7, the module says it runs on 4 [P203]
  ROOT c = f32[2] all-reduce(b), replica_groups=[2,4]<=[8], channel_id=1, use_global_device_ids=true, to_apply=sum
}
