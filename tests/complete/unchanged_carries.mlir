// RUN: split-file %s %t
// RUN: %partita propagate %t/nested.mlir | FileCheck %s
// RUN: %partita propagate %t/nested.mlir | %partita check -
// RUN: %partita run %t/nested.mlir --random 1 --verify
// RUN: %partita propagate --to stablehlo %t/hints.hlo | FileCheck %s --check-prefix=HINTS

//--- nested.mlir
// What a loop carries unchanged it captures. Where hints are tile assignments such a value passes through a call of
// @Sharding, unless it is an argument of the program.
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %w: tensor<8xf32>, %start: tensor<i32>) -> tensor<8xf32> {
  // CHECK: %[[LAST:.*]] = stablehlo.custom_call @Sharding(%three) {mhlo.sharding = "{replicated}"}
  // CHECK-NEXT: %outer:2 = stablehlo.while(%v = %x, %i = %start)
  // CHECK: stablehlo.compare LT, %i, %[[LAST]]
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %outer:4 = stablehlo.while(%v = %x, %i = %start, %weights = %w, %last = %three) : tensor<8xf32>, tensor<i32>, tensor<8xf32>, tensor<i32>
  cond {
    %more = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    // CHECK: %[[ADDED:.*]] = stablehlo.custom_call @Sharding(%v) {mhlo.sharding = "{devices=[2]<=[2]}"}
    // CHECK-NEXT: %inner:2 = stablehlo.while(%u = %v, %j = %i)
    // CHECK: stablehlo.add %u, %[[ADDED]]
    %inner:3 = stablehlo.while(%u = %v, %j = %i, %added = %v) : tensor<8xf32>, tensor<i32>, tensor<8xf32>
    cond {
      %again = stablehlo.compare LT, %j, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %again : tensor<i1>
    } do {
      %nextj = stablehlo.add %j, %one : tensor<i32>
      %sum = stablehlo.add %u, %added : tensor<8xf32>
      stablehlo.return %sum, %nextj, %added : tensor<8xf32>, tensor<i32>, tensor<8xf32>
    }
    // CHECK: stablehlo.multiply %inner#0, %w
    %next = stablehlo.add %i, %one : tensor<i32>
    %product = stablehlo.multiply %inner#0, %weights : tensor<8xf32>
    stablehlo.return %product, %next, %weights, %last : tensor<8xf32>, tensor<i32>, tensor<8xf32>, tensor<i32>
  }
  return %outer#0 : tensor<8xf32>
}

//--- hints.hlo
// A loop that has a hint for each of its values keeps them all.
// HINTS: stablehlo.while({{.*}}) : tensor<i32>, tensor<8xf32>, tensor<8xf32> attributes {{.*}}mhlo.sharding = "{{[{][{]}}replicated}, {devices=[2]<=[2]}, {devices=[2]<=[2]}}"
HloModule m, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<["x"=2]>}}
cond {
  c = (s32[], f32[8], f32[8]) parameter(0)
  ci = s32[] get-tuple-element(c), index=0
  n = s32[] constant(3)
  ROOT lt = pred[] compare(ci, n), direction=LT
}
body {
  b = (s32[], f32[8], f32[8]) parameter(0)
  bi = s32[] get-tuple-element(b), index=0
  bx = f32[8] get-tuple-element(b), index=1
  bw = f32[8] get-tuple-element(b), index=2
  one = s32[] constant(1)
  next = s32[] add(bi, one)
  y = f32[8] add(bx, bw)
  ROOT r = (s32[], f32[8], f32[8]) tuple(next, y, bw)
}
ENTRY main {
  p = f32[8] parameter(0)
  q = f32[8] parameter(1)
  z = s32[] constant(0)
  t = (s32[], f32[8], f32[8]) tuple(z, p, q)
  w = (s32[], f32[8], f32[8]) while(t), condition=cond, body=body, frontend_attributes={xla.sdy.sharding="#sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{\"x\"}]>, <@mesh, [{\"x\"}]>]>"}
  ROOT o = f32[8] get-tuple-element(w), index=1
}
