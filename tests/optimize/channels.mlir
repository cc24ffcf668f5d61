// Channels are numbered 1, 2, … in their order; a send and the receive of its channel keep one number.
// RUN: %partita convert --passes channels --verify-passes %s | FileCheck %s
// Not evaluated by the tests of this folder: there is nobody to send to.

// CHECK: "stablehlo.all_reduce"(%x) {{.*}}handle = 1,
// CHECK: "stablehlo.send"({{.*}}handle = 2,
// CHECK: "stablehlo.send"({{.*}}handle = 3,
// CHECK: "stablehlo.recv"({{.*}}handle = 2,
// CHECK: "stablehlo.all_reduce"({{.*}}handle = 4,
// CHECK: "stablehlo.recv"({{.*}}handle = 3,
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %a = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 9, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %t = stablehlo.after_all : !stablehlo.token
    %s = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    %u = "stablehlo.send"(%x, %s) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    %r:2 = "stablehlo.recv"(%u) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    %b = "stablehlo.all_reduce"(%r#0) <{channel_handle = #stablehlo.channel_handle<handle = 9, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %q:2 = "stablehlo.recv"(%r#1) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    return %b, %q#0 : tensor<4xf32>, tensor<4xf32>
  }
}
