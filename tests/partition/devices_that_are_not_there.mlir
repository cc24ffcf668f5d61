// RUN: %exits 1 %partita partition %s --mesh x=2,y=2 --shard 'arg0=[{"x"}]' 2>&1 | FileCheck %s
// RUN: %partita run %s --random 1 --verify --mesh x=8 --shard 'arg0=[{"x"}]'
// RUN: %partita run %s --random 1 --verify
// RUN: %partita eval %s --random 1
// A collective may only name devices that the program runs on. A program that says nothing of its devices has as many as
// its collectives name.
func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_reduce names device 4, but the program runs on 4 [P320]
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids} : (tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
