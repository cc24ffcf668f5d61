// Names that the text has several times: after inlining, and in sibling regions.
// RUN: %partita propagate --show %s | FileCheck %s
// RUN: %exits 1 %partita propagate --why %%c %s 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: %partita propagate --why %%c:42 --why %%c_0 --why "params['w']" --why result.loss --why '%%4' %s | FileCheck %s --check-prefix=ONE
// RUN: %exits 1 %partita propagate --why same %s 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %partita propagate --show --why %%h --json %s | FileCheck %s --check-prefix=JSON
// RUN: %partita convert %s -o %t.mlir && %partita convert %t.mlir | diff %t.mlir -
//
// Lines, JAX's names and scopes stand beside. What has no name any more gets a number that is free; what a call gives has the call's.
// CHECK: %arg0 argument 0 params['w'] tensor<8x4xf32> [x, -] hint{{$}}
// CHECK: {{^ *}}:42 %c constant
// CHECK: {{^ *}}:43 %h add tensor<8x4xf32> [x, -] mlp/add{{$}}
// CHECK: {{^ *}}:36 %c_0 constant
// CHECK: {{^ *}}:37 %0 multiply
// CHECK: {{^ *}}:38 %3 add
// CHECK: {{^ *}}:36 %c_1 constant
// CHECK: {{^ *}}:37 %1 multiply
// CHECK: {{^ *}}:38 %4 add
// CHECK: out0 result 0 result.loss
//
// SEVERAL: error: 3 values are called '%c': %c:42, %c_0 (line 36), %c_1 (line 36); say which [P315]
// SAME: error: arg1, arg2 are called 'same': say which [P315]
//
// ONE: %c: tensor<8x4xf32> is [x, -]
// ONE: %c_0: tensor<8x4xf32> is [x, -]
// ONE: arg0 params['w']: tensor<8x4xf32> is [x, -]
// ONE: out0 result.loss: tensor<8x4xf32> is [x, -]
// ONE: along add at {{.*}}:43, "mlp/add" from arg0 params['w'] [x, -]
// ONE: %4: tensor<8x4xf32> is [x, -]
//
// JSON: {"version":1,"programs":[{"listing":{"function":"main","file":"{{.*}}unique_names.mlir","meshes":[{"name":"mesh","axes":[{"name":"x","size":4}],"devices":4}],"values":[{"name":"%arg0","op":"argument 0 params['w']","type":"tensor<8x4xf32>","sharding":"[x, -]","hint":true,"line":0,"scope":"","depth":0}
// JSON-SAME: {"name":"%h","op":"add","type":"tensor<8x4xf32>","sharding":"[x, -]","hint":false,"line":43,"scope":"mlp/add","depth":0}
// JSON: "why":[{"name":"%h","type":"tensor<8x4xf32>","sharding":"[x, -]","shard":[2,4],"axes":[{"axis":"x","dim":0,"steps":[{"op":"add","place":"{{.*}}:43","from":"arg0 params['w']","sharding":"[x, -]"}],"hint":"a hint on argument 0: [x, -] at {{.*}}:41"}],"not_taken":[]}]}]}
sdy.mesh @mesh = <["x"=4]>
func.func private @scaled(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<8x4xf32>
  %0 = stablehlo.multiply %a, %c : tensor<8x4xf32>
  %1 = stablehlo.add %0, %a : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
func.func @main(%arg0: tensor<8x4xf32> {jax.arg_info = "params['w']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<4xf32> {jax.arg_info = "same"}, %arg2: tensor<4xf32> {jax.arg_info = "same"}) -> (tensor<8x4xf32> {jax.result_info = "result.loss"}) {
  %c = stablehlo.constant dense<1.0> : tensor<8x4xf32>
  %h = stablehlo.add %arg0, %c : tensor<8x4xf32> loc("mlp/add")
  %3 = func.call @scaled(%h) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %4 = func.call @scaled(%3) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %4 : tensor<8x4xf32>
}
