// The pointwise op of docs/adding_an_op.md.
sdy.mesh @mesh = <["x"=4]>

func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  %half = chlo.softsign %x : tensor<8x4xf32> -> tensor<8x4xf32>
  %sum = stablehlo.add %half, %x : tensor<8x4xf32>
  %c = stablehlo.constant dense<[-3.0, 0.0, 1.0]> : tensor<3xf32>
  %s = chlo.softsign %c : tensor<3xf32> -> tensor<3xf32>
  check.expect_almost_eq_const %s, dense<[-0.75, 0.0, 0.5]> : tensor<3xf32>
  return %sum : tensor<8x4xf32>
}
