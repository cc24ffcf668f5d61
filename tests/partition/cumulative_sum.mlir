// A cumulative sum over a divided dimension sends one row of totals, also where there are only two devices.
// RUN: %partita partition %s | FileCheck %s
// RUN: %partita run --random 1 --verify %s
// CHECK: "stablehlo.reduce_window"(%a, {{.*}}padding = dense<{{\[\[}}31, 0], [0, 0]]>{{.*}}window_dimensions = array<i64: 32, 1>
// CHECK: "stablehlo.all_gather"({{.*}}) -> tensor<2x8xf32>
// CHECK-NOT: collective_permute
// CHECK-NOT: all_gather
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> (tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 64, 1>, padding = dense<[[63, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  return %r : tensor<64x8xf32>
}
