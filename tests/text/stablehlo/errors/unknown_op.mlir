// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: :[[@LINE+1]]:8: error: no op is called 'stablehlo.addd' [P101]
  %0 = stablehlo.addd %a, %a : tensor<4xf32>
  // CHECK: :[[@LINE+1]]:8: error: 'foo.bar' is of the dialect 'foo', not of StableHLO: write the program in StableHLO [P117]
  %1 = "foo.bar"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
