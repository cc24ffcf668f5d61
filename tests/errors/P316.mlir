// RUN: %partita propagate %s 2>&1 >/dev/null | FileCheck %s
// Hints that do not go together where two values meet: a warning that names both, and a program all the same.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x8xf32> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: operands with different hints meet here: {{.*}} at line {{[45]}} is followed, {{.*}} at line {{[45]}} is not{{.*}} [P316]
  %0 = stablehlo.add %a, %b : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
