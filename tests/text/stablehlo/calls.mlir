// RUN: %partita convert %s --to stablehlo | FileCheck %s
// Functions, calls, attributes of every kind, known or not.

// CHECK{LITERAL}: module @calls attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
module @calls attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  // CHECK{LITERAL}: func.func public @main(%arg0: tensor<4xf32> {jax.buffer_donor = true, "odd name", tf.aliasing_output = 0 : i32}) -> (tensor<4xf32> {jax.result_info = "result"}) attributes {my.attr = [1 : i64, 2.500000e+00 : f64, true, "s", @main, unit, i32, tensor<2xf32>, affine_map<(d0) -> (d0)>, array<f32: 1.0, 2.0>, array<i8>]} {
  func.func public @main(%arg0: tensor<4xf32> {jax.buffer_donor = true, tf.aliasing_output = 0 : i32, "odd name" = unit}) -> (tensor<4xf32> {jax.result_info = "result"}) attributes {my.attr = [1, 2.5, true, "s", @main, unit, i32, tensor<2xf32>, affine_map<(d0) -> (d0)>, array<f32: 1.0, 2.0>, array<i8>]} {
    // CHECK{LITERAL}: %0 = stablehlo.negate %arg0 : tensor<4xf32>
    %0 = call @helper(%arg0) {mhlo.frontend_attributes = {a = "b"}} : (tensor<4xf32>) -> tensor<4xf32>
    // CHECK{LITERAL}: %1 = stablehlo.negate %0 : tensor<4xf32>
    %1 = func.call @"helper"(%0) : (tensor<4xf32>) -> tensor<4xf32>
    // CHECK{LITERAL}: %2 = stablehlo.negate %1 : tensor<4xf32>
    %2 = "func.call"(%1) <{callee = @helper}> : (tensor<4xf32>) -> tensor<4xf32>
    // CHECK{LITERAL}: %3 = stablehlo.negate %2 : tensor<4xf32>
    %3 = stablehlo.composite "my.op" %2 {composite_attributes = {n = 1 : i64}, decomposition = @helper, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
    // CHECK{LITERAL}: %4:2 = stablehlo.custom_call @"odd target"(%3, %3) {api_version = 2 : i32, backend_config = "raw\0A\"", has_side_effect = true, operand_layouts = [dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>], result_layouts = [dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>)
    %4:2 = stablehlo.custom_call @"odd target"(%3, %3) {api_version = 2 : i32, backend_config = "raw\0A\22", has_side_effect = true, operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>)
    // CHECK{LITERAL}: stablehlo.custom_call @nothing() : () -> ()
    stablehlo.custom_call @nothing() : () -> ()
    // CHECK{LITERAL}: %5 = stablehlo.custom_call @Sharding(%4#0) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<4xf32>
    %5 = stablehlo.custom_call @Sharding(%4#0) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<4xf32>
    // CHECK{LITERAL}: return %5 : tensor<4xf32>
    return %5 : tensor<4xf32>
  }
  func.func private @helper(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.negate %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
