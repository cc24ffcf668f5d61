module {
  sdy.mesh @mesh = <["y"=4]>
  func.func @main(%q: tensor<512x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
                  %k: tensor<512x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
                  %v: tensor<512x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
                  %wq: tensor<256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>},
                  %wk: tensor<256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>},
                  %wv: tensor<256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
      -> (tensor<512x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
    %0 = stablehlo.dot_general %q, %wq, contracting_dims = [1] x [0] : (tensor<512x256xf32>, tensor<256x64xf32>) -> tensor<512x64xf32>
    %1 = stablehlo.dot_general %k, %wk, contracting_dims = [1] x [0] : (tensor<512x256xf32>, tensor<256x64xf32>) -> tensor<512x64xf32>
    %2 = stablehlo.dot_general %v, %wv, contracting_dims = [1] x [0] : (tensor<512x256xf32>, tensor<256x64xf32>) -> tensor<512x64xf32>
    %3 = stablehlo.add %0, %1 : tensor<512x64xf32>
    %4 = stablehlo.add %3, %2 : tensor<512x64xf32>
    return %4 : tensor<512x64xf32>
  }
}
