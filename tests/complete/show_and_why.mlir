// RUN: %partita propagate --show %s | FileCheck %s --check-prefix=SHOW
// RUN: %partita propagate --why sum --why out0 --why alone %s | FileCheck %s --check-prefix=WHY
// RUN: %partita propagate --show -o %t.mlir %s | FileCheck %s --check-prefix=SHOW
// RUN: FileCheck %s --check-prefix=BOTH --input-file %t.mlir
// BOTH: sdy.sharding
sdy.mesh @mesh = <["x"=4, "y"=2]>
// SHOW: mesh @mesh: x=4, y=2, 8 devices
// SHOW: func @main of
// SHOW-NEXT: %x argument 0 tensor<8x16xf32> [x, -] hint
// SHOW-NEXT: %w argument 1 tensor<16x32xf32> [-, y] hint
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> tensor<8x32xf32> {
  // SHOW-NEXT: %h dot_general tensor<8x32xf32> [x, y]{{$}}
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  // SHOW: %if if tensor<8x32xf32>
  // SHOW-NEXT: %neg negate tensor<8x32xf32> [x, y]
  %if = "stablehlo.if"(%p) ({
    %neg = stablehlo.negate %h : tensor<8x32xf32>
    stablehlo.return %neg : tensor<8x32xf32>
  }, {
    stablehlo.return %h : tensor<8x32xf32>
  }) : (tensor<i1>) -> tensor<8x32xf32>
  // WHY: %sum: tensor<8x32xf32> is [x, y], shards of 2x16
  // WHY-NEXT: x on dimension 0
  // WHY-NEXT: along add at {{.*}}:[[@LINE+6]] from
  // WHY: along dot_general at {{.*}}:[[@LINE-13]] from %x [x, -]
  // WHY-NEXT: which has a hint on argument 0: [x, -] at {{.*}}:[[@LINE-17]]
  // WHY-NEXT: y on dimension 1
  // WHY: along dot_general at {{.*}}:[[@LINE-16]] from %w [-, y]
  // WHY-NEXT: which has a hint on argument 1: [-, y] at {{.*}}:[[@LINE-19]]
  %sum = stablehlo.add %if, %h : tensor<8x32xf32>
  // WHY: out0: tensor<8x32xf32> is [x, y]
  // WHY: along return at
  // WHY: %alone: tensor<3xf32> is [-]
  // WHY-NEXT: no axis divides it: no hint reaches it
  %alone = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %used = stablehlo.negate %alone : tensor<3xf32>
  // SHOW: out0 result 0 tensor<8x32xf32> [x, y]
  return %sum : tensor<8x32xf32>
}
