// RUN: %partita propagate --annotations sdy %s | FileCheck %s
// RUN: %partita convert --annotations sdy %s | FileCheck %s
// A call of @Sharding is a constraint where it gives the one value it takes; otherwise it stays the call it is.
func.func @main(%a: tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<8xf32>, tensor<8xf32>, tensor<4xf32>) {
  // CHECK: %0 = sdy.sharding_constraint %a <@mesh, [{"a"}]> : tensor<8xf32>
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: %1 = stablehlo.custom_call @Sharding() {{.*}} : () -> tensor<8xf32>
  %1 = stablehlo.custom_call @Sharding() {mhlo.sharding = "{devices=[2]<=[2]}"} : () -> tensor<8xf32>
  // CHECK: %2 = stablehlo.custom_call @Sharding(%a) {{.*}} : (tensor<8xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<4xf32>
}
