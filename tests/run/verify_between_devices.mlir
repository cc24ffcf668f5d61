// RUN: %partita run %s --random 1 --verify --mesh x=4 --shard 'arg0=[{"x"}]'
// RUN: %partita run %s --random 1 --verify --mesh x=2,y=2 --shard 'arg0=[{"x", "y"}]'
// RUN: %partita eval %s --random 1 --outputs %t.npz
// RUN: %exits 2 %partita run %s --random 1 --mesh x=4 --shard 'arg0=[{"x"}]' --expect %t.npz
// A collective outside of manual code is between all devices that the program is divided over: what is verified against
// is as many instances side by side, not one.
func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<> : tensor<0x0xi64>, use_global_device_ids} : (tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
