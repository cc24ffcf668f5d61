// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s
// Found by the fuzzer: what is no sharding became part of a constraint, which nobody could read.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: [[@LINE+1]]:8: error: a sharding is written as in <@mesh, [{"x"}, {}]> [P300]
  %0 = sdy.named_computation<"f">(%arg0) in_shardings=[SSS <@mesh, [{?}]>] out_shardings=[<@mesh, [{}]>] (%a: tensor<4xf32>) {
    sdy.return %a : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
