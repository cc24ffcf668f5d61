// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%yes) ({
    %s = stablehlo.add %a, %a : tensor<2xi64>
    stablehlo.return %s : tensor<2xi64>
  }, {
    stablehlo.return %a : tensor<2xi64>
  }) : (tensor<i1>) -> tensor<2xi64>
  check.expect_eq_const %0, dense<[2, 4]> : tensor<2xi64>
  %no = stablehlo.not %yes : tensor<i1>
  // One inside the other.
  %1 = "stablehlo.if"(%yes) ({
    %inner = "stablehlo.if"(%no) ({
      stablehlo.return %a : tensor<2xi64>
    }, {
      stablehlo.return %0 : tensor<2xi64>
    }) : (tensor<i1>) -> tensor<2xi64>
    stablehlo.return %inner : tensor<2xi64>
  }, {
    stablehlo.return %a : tensor<2xi64>
  }) : (tensor<i1>) -> tensor<2xi64>
  check.expect_eq %1, %0 : tensor<2xi64>
  return
}
