// The structured op of docs/adding_an_op.md: rows are divided and stay so, the dimension of the softmax is brought
// together.
sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x6xf32> {
  %y = chlo.softmax %x, dimension = 1 : (tensor<8x6xf32>) -> tensor<8x6xf32>
  %c = stablehlo.constant dense<[[0.0, 0.0], [0.0, 1.09861231]]> : tensor<2x2xf32>
  %s = chlo.softmax %c, dimension = 1 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %s, dense<[[0.5, 0.5], [0.25, 0.75]]> : tensor<2x2xf32>
  return %y : tensor<8x6xf32>
}
