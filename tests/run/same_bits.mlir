// RUN: rm -rf %t && %partita run %s --local %t --dump-local %t && cmp %t/device0.npz %t/device1.npz && cmp %t/device0.npz %t/device4.npz
// RUN: %partita run %s --local %t
// RUN: cp %S/Inputs/other.npz %t/device3.npz
// RUN: %exits 2 %partita run %s --local %t 2>&1 | FileCheck %s
// An all-reduce of numbers whose sum depends on the order gives the same bits on all devices. What a device gives is
// compared with its file where that has it.
// CHECK: device3.npz: error: out0: 1 of 1 elements differ{{.*}} [P405]
module @bits attributes {mhlo.num_partitions = 5 : i32} {
  func.func @main() -> tensor<1xf32> {
    %id = stablehlo.partition_id : tensor<ui32>
    %n = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
    %m = stablehlo.reshape %n : (tensor<f32>) -> tensor<1xf32>
    %third = stablehlo.constant dense<0.333333343> : tensor<1xf32>
    %k = stablehlo.add %m, %third : tensor<1xf32>
    %part = stablehlo.exponential %k : tensor<1xf32>
    %sum = "stablehlo.all_reduce"(%part) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3, 4]]> : tensor<1x5xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<1xf32>) -> tensor<1xf32>
    return %sum : tensor<1xf32>
  }
}
