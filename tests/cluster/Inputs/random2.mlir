module {
  sdy.mesh @m = <["x"=4, "y"=2]>
  func.func public @main(%a0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}]>}) {
    %0 = stablehlo.clamp %a0, %a0, %a0 : tensor<8xf32>
    %1 = stablehlo.reshape %0 : (tensor<8xf32>) -> tensor<8xf32>
    %2 = sdy.reshard %1 <@m, [{"y", "x":(1)2}]> : tensor<8xf32>
    return %2 : tensor<8xf32>
  }
}
