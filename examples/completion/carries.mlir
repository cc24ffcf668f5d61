// A loop carries what it starts from: activations stay on the batch although the weight in the body lies otherwise.
module @carries {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%batch: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                         %w: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<64x32xf32> {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %layers = stablehlo.constant dense<12> : tensor<i32>
    %loop:2 = stablehlo.while(%i = %first, %h = %batch) : tensor<i32>, tensor<64x32xf32>
    cond {
      %more = stablehlo.compare LT, %i, %layers : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %product = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x32xf32>) -> tensor<64x32xf32>
      %active = stablehlo.tanh %product : tensor<64x32xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %active : tensor<i32>, tensor<64x32xf32>
    }
    return %loop#1 : tensor<64x32xf32>
  }
}
