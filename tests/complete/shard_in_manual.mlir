// A hint of the command line inside of manual code may not use its axes, nor contradict what it gives.
// RUN: %exits 1 %partita propagate %s --shard 'inner=[{"x"}, {}]' 2>&1 | FileCheck %s
// RUN: %exits 1 %partita propagate %s --shard 'outer=[{}, {"y"}]' 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: %partita propagate %s --shard 'inner=[{}, {"y"}]' --show | FileCheck %s --check-prefix=FREE
// CHECK: error: --shard 'inner=[{"x"}, {}]': axis "x" is manual in the code that holds this value [P318]
// OUT: error: {{.*}}the results of a manual computation lie as its out_shardings say [P318]
// FREE: %inner {{.*}}[-, y] manual(x) hint
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %outer = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {?}]>] out_shardings=[<@mesh, [{"x"}, {?}]>] manual_axes={"x"} (%b: tensor<4x4xf32>) {
    %inner = stablehlo.negate %b : tensor<4x4xf32>
    sdy.return %inner : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %outer : tensor<8x4xf32>
}
