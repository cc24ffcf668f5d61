// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<3xi32>):
    %d = stablehlo.add %x, %x : tensor<3xi32>
    stablehlo.return %d : tensor<3xi32>
  }) : (tensor<3xi32>) -> !stablehlo.future<tensor<3xi32>>
  %1 = stablehlo.negate %a : tensor<3xi32>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<3xi32>>) -> tensor<3xi32>
  check.expect_eq_const %2, dense<[2, 4, 6]> : tensor<3xi32>
  check.expect_eq_const %1, dense<[-1, -2, -3]> : tensor<3xi32>
  return
}
