// RUN: %partita run %s --mesh x=64 --shard 'arg0=[{"x"}, {}]' --shard 'arg1=[{}, {"x"}]' --random 1 --verify --outputs %t.npz
// RUN: %partita run %s --mesh x=64 --shard 'arg0=[{"x"}, {}]' --shard 'arg1=[{}, {"x"}]' --random 1 --jobs 1 --outputs %t.1.npz && cmp %t.npz %t.1.npz
// RUN: %partita run %s --mesh x=64 --shard 'arg0=[{"x"}, {}]' --shard 'arg1=[{}, {"x"}]' --random 1 --jobs 7 --outputs %t.7.npz && cmp %t.npz %t.7.npz
// RUN: %partita run %s --mesh x=64 --shard 'arg0=[{"x"}, {}]' --shard 'arg1=[{}, {"x"}]' --random 1 --ids replica --outputs %t.r.npz && cmp %t.npz %t.r.npz
// Many more devices than cores; how many run at once makes no difference to a single bit. Some devices have empty shards.
module @many {
  func.func @main(%a: tensor<50x70xf32>, %b: tensor<50x70xf32>) -> (tensor<f32>, tensor<70x50xf32>) {
    %sum = stablehlo.add %a, %b : tensor<50x70xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %total = stablehlo.reduce(%sum init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<50x70xf32>, tensor<f32>) -> tensor<f32>
    %t = stablehlo.transpose %sum, dims = [1, 0] : (tensor<50x70xf32>) -> tensor<70x50xf32>
    return %total, %t : tensor<f32>, tensor<70x50xf32>
  }
}
