// RUN: %partita partition %s --print-after merge -o %t 2>&1 | FileCheck %s
// RUN: %partita propagate %s --show | FileCheck %s --check-prefix=HINT
// RUN: %partita propagate %s --show --shard %%named=-,- | FileCheck %s --check-prefix=KEPT
// A call that says how a result is divided is that result's hint, and no op of its own.
// CHECK: func.func public @main(%a: tensor<8x4xf32>) -> (tensor<8x4xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = {{.*}}x
// CHECK-NEXT: %b = stablehlo.tanh %a
// CHECK-NEXT: return %b
// HINT: out0 {{.*}} [x, -] {{.*}}hint
// KEPT: %named
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\"x\"=2]>}"}} {
  func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %b = stablehlo.tanh %a : tensor<8x4xf32>
    %named = stablehlo.custom_call @xla.sdy.FuncResultSharding(%b) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>"}} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %unused = stablehlo.reshape %named {mhlo.sharding = "{devices=[2,1]<=[2]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %named : tensor<8x4xf32>
  }
}
