// The cotangent of a sum over devices comes in on all of them: it is divided among them and summed again, which is no
// exchange where they have the same. The one that is left is of the gradient of w, along which the batch is divided.
// RUN: %partita grad %s -o %t.mlir
// RUN: %partita partition %t.mlir | FileCheck %s
// RUN: %partita run --random 1 --verify %t.mlir
// CHECK-NOT: all_reduce
// CHECK-NOT: stablehlo.divide
// CHECK: return
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%a: tensor<2x4xf32>) {
    %s = stablehlo.multiply %a, %a : tensor<2x4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %rows = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %all = "stablehlo.all_reduce"(%rows) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %o = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %o : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %all : tensor<4xf32>
  } : (tensor<8x4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
