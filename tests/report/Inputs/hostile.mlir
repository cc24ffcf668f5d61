// Names that would be markup, scripts, ends of lines or turns of writing, wherever a program can have them.
module @"</script><script>window.hacked=1</script>" {
  sdy.mesh @mesh = <["<b>x</b>"=2, "y\22'&"=2]>
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"<b>x</b>"}, {}]>} loc("<img src=x onerror=window.hacked=2>"), %arg1: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y\22'&"}, {}]>}) -> (tensor<8x32xf32> {jax.result_info = "</script>"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32> loc("</script><script>window.hacked=3</script>/scope/dot"("<img src=x onerror=window.hacked=4>.py":3:1))
    %1 = stablehlo.custom_call @"'\22><svg onload=window.hacked=5>"(%0) : (tensor<8x32xf32>) -> tensor<8x32xf32> loc("a b‮txt.exe‬/${window.hacked=6}/call")
    %2 = stablehlo.tanh %1 : tensor<8x32xf32> loc("__proto__/constructor/tanh")
    return %2 : tensor<8x32xf32>
  }
}
