// Manual code in manual code, and boundaries that are closed.
// RUN: split-file %s %t
// RUN: %partita propagate --show %t/nested.mlir 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: %partita propagate --show %t/closed.mlir 2>&1 | FileCheck %s --check-prefix=CLOSED
// RUN: %partita propagate --show %t/closed.mlir --shard 'closed=[{}, {"y"}]' 2>&1 | FileCheck %s --check-prefix=SAID

//--- nested.mlir
// Behind the inner code only the axes of the outer one are manual.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {?}]>] out_shardings=[<@mesh, [{"x"}, {?}]>] manual_axes={"x"} (%b: tensor<4x4xf32>) {
    %inner = sdy.manual_computation(%b) in_shardings=[<@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{}, {"y"}]>] manual_axes={"y"} (%c: tensor<4x2xf32>) {
      %both = stablehlo.negate %c : tensor<4x2xf32>
      sdy.return %both : tensor<4x2xf32>
    } : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %after = stablehlo.tanh %inner : tensor<4x4xf32>
    %back = stablehlo.transpose %after, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %out = stablehlo.transpose %back, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    sdy.return %out : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// NESTED: %b argument 0 {{.*}} [-, y] manual(x)
// NESTED: %inner {{.*}} [-, y] manual(x) hint
// NESTED: %both negate {{.*}} [-, -] manual(x, y)
// NESTED: %after tanh {{.*}} [-, y] manual(x){{$}}
// NESTED: %back transpose {{.*}} [y, -] manual(x){{$}}

//--- closed.mlir
// A boundary's closed dimension stays closed inside; the command line overrules it.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%a, %a) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {?}]>] out_shardings=[<@mesh, [{"x"}, {?}]>] manual_axes={"x"} (%closed: tensor<4x4xf32>, %open: tensor<4x4xf32>) {
    %1 = stablehlo.add %closed, %open : tensor<4x4xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{}, {"y"}]> : tensor<4x4xf32>
    sdy.return %2 : tensor<4x4xf32>
  } : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// CLOSED: %closed argument 0 {{.*}} [-, -] manual(x){{$}}
// CLOSED: %open argument 1 {{.*}} [-, y] manual(x){{$}}
// CLOSED: %1 add {{.*}} [-, y] manual(x){{$}}
// SAID: %closed argument 0 {{.*}} [-, y] manual(x) hint
