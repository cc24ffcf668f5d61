// RUN: split-file %s %t
// RUN: %exits 1 %partita eval %t/same.mlir 2>&1 | FileCheck %t/same.mlir
// RUN: %exits 1 %partita eval %t/turns.mlir 2>&1 | FileCheck %t/turns.mlir
// RUN: %exits 1 %partita eval --random 1 %t/devices.mlir 2>&1 | FileCheck %t/devices.mlir
// RUN: %partita eval %t/long.mlir
// A loop that comes back to where it was is told from one that takes long: only what decides counts.

//--- same.mlir
func.func @main() -> (tensor<i32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: the loop never ends: what its condition depends on is the same as some turns before [P400]
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<f32>
    cond {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %less = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %more = stablehlo.add %y, %x : tensor<f32>
      stablehlo.return %zero, %more : tensor<i32>, tensor<f32>
    }
  return %0#0, %0#1 : tensor<i32>, tensor<f32>
}

//--- turns.mlir
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: the loop never ends
  %0 = stablehlo.while(%y = %x) : tensor<2xf32>
    cond {
      %s = stablehlo.slice %y [0:1] : (tensor<2xf32>) -> tensor<1xf32>
      %r = stablehlo.reshape %s : (tensor<1xf32>) -> tensor<f32>
      %three = stablehlo.constant dense<3.0> : tensor<f32>
      %less = stablehlo.compare LT, %r, %three : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %z = stablehlo.reverse %y, dims = [0] : tensor<2xf32>
      stablehlo.return %z : tensor<2xf32>
    }
  return %0 : tensor<2xf32>
}

//--- long.mlir
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2xf32>
    cond {
      %end = stablehlo.constant dense<1000> : tensor<i32>
      %less = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %z = stablehlo.reverse %y, dims = [0] : tensor<2xf32>
      stablehlo.return %next, %z : tensor<i32>, tensor<2xf32>
    }
  check.expect_eq_const %0#0, dense<1000> : tensor<i32>
  check.expect_eq_const %0#1, dense<[1.0, 2.0]> : tensor<2xf32>
  return
}

//--- devices.mlir
// What other devices send does not decide here.
module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 1 : i32} {
  func.func @main(%go: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: the loop never ends
    %0:2 = stablehlo.while(%p = %go, %y = %x) : tensor<i1>, tensor<2xf32>
      cond {
        %t = stablehlo.constant dense<true> : tensor<i1>
        %q = stablehlo.or %p, %t : tensor<i1>
        stablehlo.return %q : tensor<i1>
      } do {
        %z = "stablehlo.collective_permute"(%y) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
        stablehlo.return %p, %z : tensor<i1>, tensor<2xf32>
      }
    return %0#1 : tensor<2xf32>
  }
}
