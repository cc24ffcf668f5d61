// RUN: %partita eval %s
func.func @main() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = "stablehlo.case"(%zero) ({
    stablehlo.return %a, %b : tensor<2xf32>, tensor<2xf32>
  }, {
    stablehlo.return %b, %a : tensor<2xf32>, tensor<2xf32>
  }) : (tensor<i32>) -> (tensor<2xf32>, tensor<2xf32>)
  check.expect_eq %0#0, %a : tensor<2xf32>
  // An index out of range takes the last branch.
  %1 = "stablehlo.case"(%two) ({
    stablehlo.return %a : tensor<2xf32>
  }, {
    %s = stablehlo.add %a, %b : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[11.0, 22.0]> : tensor<2xf32>
  %2 = "stablehlo.case"(%minus) ({
    stablehlo.return %a : tensor<2xf32>
  }, {
    stablehlo.return %b : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  check.expect_eq %2, %b : tensor<2xf32>
  return
}
