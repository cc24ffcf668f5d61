// The paper's Fig. 3: two partial shardings that do not touch each other are merged, AyB · BCx -> AyCx.
// RUN: %partita propagate --show %s | FileCheck %s
// RUN: %partita convert --annotations mhlo %s -o %t.mlir
// RUN: %partita propagate --to hlo %t.mlir | FileCheck %s --check-prefix=TILES
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK: %out dot_general tensor<4x8xf32> [y, x]{{$}}
// TILES: %out = f32[4,8] dot(%a, %b), {{.*}}sharding={devices=[2,2]<=[2,2]T(1,0)}
func.func @main(%a: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>},
                %b: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4x8xf32> {
  %out = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  return %out : tensor<4x8xf32>
}
