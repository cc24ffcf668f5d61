// Gradients of a stage's layers are stacked and added up: both loops add up what each device has, and one sum over
// devices follows. With an annotated plan each layer's is summed in each tick.
// RUN: %partita partition --verify-passes %s | FileCheck %s
// RUN: %partita partition --plan annotated %s | FileCheck %s --check-prefix=ANNOTATED
// RUN: %partita run --plan annotated --random 1 --verify %s
// CHECK: stablehlo.while
// CHECK: stablehlo.while
// CHECK-NOT: all_reduce
// CHECK: dynamic_update_slice
// CHECK-NOT: all_reduce
// CHECK: {{^    }}%{{.*}} = "stablehlo.all_reduce"{{.*}}
// CHECK: }) : (tensor<3x8x8xf32>) -> tensor<3x8x8xf32>
// CHECK-NOT: all_reduce
// CHECK: return
// ANNOTATED: {{^        }}%{{.*}} = "stablehlo.all_reduce"
// ANNOTATED: }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
// ANNOTATED-NOT: all_reduce
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4x6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
                  %w: tensor<3x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>})
      -> (tensor<3x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %layers = stablehlo.constant dense<3> : tensor<i32>
    %ticks = stablehlo.constant dense<4> : tensor<i32>
    %zeros = stablehlo.constant dense<0.0> : tensor<3x8x8xf32>
    %r:2 = stablehlo.while(%t = %c0, %sum = %zeros) : tensor<i32>, tensor<3x8x8xf32>
    cond {
      %less = stablehlo.compare LT, %t, %ticks : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %row = stablehlo.dynamic_slice %x, %t, %c0, %c0, sizes = [1, 6, 8] : (tensor<4x6x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x8xf32>
      %h = stablehlo.reshape %row : (tensor<1x6x8xf32>) -> tensor<6x8xf32>
      %s:3 = stablehlo.while(%i = %c0, %state = %h, %stack = %zeros) : tensor<i32>, tensor<6x8xf32>, tensor<3x8x8xf32>
      cond {
        %less = stablehlo.compare LT, %i, %layers : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      } do {
        %slice = stablehlo.dynamic_slice %w, %i, %c0, %c0, sizes = [1, 8, 8] : (tensor<3x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
        %layer = stablehlo.reshape %slice : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
        %next = stablehlo.dot_general %state, %layer, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
        %g = stablehlo.dot_general %next, %state, contracting_dims = [0] x [0] : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
        %gt = stablehlo.transpose %g, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
        %gs = stablehlo.broadcast_in_dim %gt, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
        %stack2 = stablehlo.dynamic_update_slice %stack, %gs, %i, %c0, %c0 : (tensor<3x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x8xf32>
        %j = stablehlo.add %i, %c1 : tensor<i32>
        stablehlo.return %j, %next, %stack2 : tensor<i32>, tensor<6x8xf32>, tensor<3x8x8xf32>
      }
      %sum2 = stablehlo.add %sum, %s#2 : tensor<3x8x8xf32>
      %u = stablehlo.add %t, %c1 : tensor<i32>
      stablehlo.return %u, %sum2 : tensor<i32>, tensor<3x8x8xf32>
    }
    return %r#1 : tensor<3x8x8xf32>
  }
}
