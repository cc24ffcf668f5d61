// RUN: %exits 1 %partita convert %s --to hlo 2>&1 | FileCheck %s

// CHECK: write_no_hlo_form.mlir:[[@LINE+4]]:{{.*}}error: the region of stablehlo.reduce uses a value from outside{{.*}}[P199]
module {
  func.func @main(%x: tensor<4xf32>, %w: tensor<f32>) -> tensor<f32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      %2 = stablehlo.multiply %1, %w : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
}
