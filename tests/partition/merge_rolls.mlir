// Parts of a value that are put together the other way round are one rotation, for the choice of shardings too: one
// exchange of what the devices hold, and the loop's carry stays where it is. So is the sum that its gradient is.
// RUN: %partita partition %s | FileCheck %s
// RUN: %partita run --random 1 --verify %s 2>&1 | FileCheck --check-prefix=RUN-ALL %s
// RUN-ALL-COUNT-3: verified: 1 results agree with one device

// CHECK-LABEL: @concatenated
// CHECK-COUNT-1: "stablehlo.collective_permute"
// CHECK-NOT: "stablehlo.{{all|reduce_scatter|collective}}
// CHECK: return
module @concatenated {
  sdy.mesh @m = <["p"=4]>
  func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"p"}, {}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"p"}, {}]>}) {
    %i = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.constant dense<6> : tensor<i32>
    %r:2 = stablehlo.while(%k = %i, %c = %x) : tensor<i32>, tensor<4x8xf32>
    cond {
      %t = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %a = stablehlo.slice %c [3:4, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
      %b = stablehlo.slice %c [0:3, 0:8] : (tensor<4x8xf32>) -> tensor<3x8xf32>
      %s = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1x8xf32>, tensor<3x8xf32>) -> tensor<4x8xf32>
      %h = sdy.sharding_constraint %s <@m, [{"p"}, {}]> : tensor<4x8xf32>
      %f = stablehlo.tanh %h : tensor<4x8xf32>
      %j = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %j, %f : tensor<i32>, tensor<4x8xf32>
    }
    return %r#1 : tensor<4x8xf32>
  }
}

// -----
// CHECK-LABEL: @added
// CHECK-COUNT-1: "stablehlo.collective_permute"(%x)
// CHECK-NOT: "stablehlo.{{all|reduce_scatter|collective}}
// CHECK: return
module @added {
  sdy.mesh @m = <["p"=4]>
  func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"p"}, {}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"p"}, {}]>}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %a = stablehlo.slice %x [0:1, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
    %b = stablehlo.slice %x [1:4, 0:8] : (tensor<4x8xf32>) -> tensor<3x8xf32>
    %c = stablehlo.pad %a, %z, low = [3, 0], high = [0, 0], interior = [0, 0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %d = stablehlo.pad %b, %z, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %r = stablehlo.add %c, %d : tensor<4x8xf32>
    return %r : tensor<4x8xf32>
  }
}

// -----
// Shifts that do not fit each other stay what they are: row 3 is added twice.
// CHECK-LABEL: @not_a_roll
// CHECK: stablehlo.add
// CHECK: return
module @not_a_roll {
  sdy.mesh @m = <["p"=4]>
  func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"p"}, {}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"p"}, {}]>}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.pad %x, %z, low = [2, 0], high = [-2, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %d = stablehlo.pad %x, %z, low = [-1, 0], high = [1, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %r = stablehlo.add %c, %d : tensor<4x8xf32>
    return %r : tensor<4x8xf32>
  }
}
