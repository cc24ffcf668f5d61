// Hints that do not go together: a warning that names both where they meet; none where the user's priorities say who goes
// first, nor where the result has a hint of its own.
// RUN: split-file %s %t
// RUN: %partita propagate --show %t/meet.mlir 2>&1 | FileCheck %s --check-prefix=MEET
// RUN: %partita propagate --show %t/said.mlir 2>&1 | FileCheck %s --check-prefix=SAID --implicit-check-not=P316

//--- meet.mlir
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %c: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // One axis on two dimensions, far from where it was hinted.
  %t = stablehlo.tanh %b : tensor<8x8xf32>
  // MEET-DAG: meet.mlir:8:{{[0-9]+}}: warning: operands with different hints meet here: [x, -] at line 2 is followed, [-, x] at line 3 is not{{.*}}[P316]
  %0 = stablehlo.add %a, %t : tensor<8x8xf32>
  // Two axes on one dimension.
  // MEET-DAG: meet.mlir:11:{{[0-9]+}}: warning: operands with different hints meet here: [x, -] at line 2 is followed, [y, -] at line 4 is not{{.*}}[P316]
  %1 = stablehlo.add %c, %a : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

//--- said.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p1, {}]>},
                %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}p0]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // SAID: %0 add {{.*}} [-, x]{{$}}
  %0 = stablehlo.add %a, %b : tensor<8x8xf32>
  // SAID: %1 multiply {{.*}} [x, -] hint
  %1 = stablehlo.multiply %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
