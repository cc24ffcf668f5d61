// RUN: %partita run %s --random 1 --verify --outputs %t.npz --dump-local %t.parts
// RUN: %partita partition %s -o %t.mlir && %partita run %t.mlir --random 1 --expect %t.npz
// RUN: %partita partition %s --to hlo -o %t.hlo && %partita run %t.hlo --random 1 --expect %t.npz
// RUN: %partita partition %s --ids replica -o %t.r.mlir && %partita run %t.r.mlir --random 1 --expect %t.npz
// RUN: %partita convert %t.hlo --to stablehlo -o %t.back.mlir && %partita run %t.back.mlir --random 1 --expect %t.npz
// RUN: %partita run %t.mlir --local %t.parts && %partita run %t.r.mlir --local %t.parts && %partita run %t.hlo --local %t.parts
// RUN: FileCheck %s < %t.mlir && FileCheck %s < %t.back.mlir
// RUN: FileCheck %s --check-prefix=HLO < %t.hlo
// RUN: %exits 1 %partita run %t.mlir --random 1 --engine reference --verify 2>&1 | FileCheck %s --check-prefix=VERIFY
//
// What was written is read back with what it is a part of: uneven shards, narrow types, tokens, several meshes. Donation
// stays where the local types agree; a sharding of the global value alone is dropped.
//
// VERIFY: error: this program is partitioned already, {{.*}} [P500]
//
// CHECK: %a: tensor<2x4xbf16> {mhlo.frontend_attributes = {partita.global = "tensor<7x4xbf16>", partita.sharding = "<mesh<[\"x\"=4, \"y\"=2]>, [{\"x\"}, {}]>"}, tf.aliasing_output = 0 : i32}
// CHECK-SAME: %b: tensor<6x3xi4> {
// CHECK-SAME: partita.global = "tensor<6x5xi4>"
// CHECK-SAME: %c: tensor<2x3xf8E4M3FN> {
// CHECK-SAME: %d: tensor<5xi1> {jax.buffer_donor = true, mhlo.frontend_attributes = {partita.global = "tensor<9xi1>"
// CHECK-SAME: %e: tensor<3x6xcomplex<f32>> {
// CHECK-SAME: partita.sharding = "<mesh<[\"x\"=4, \"y\"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>, [{}, {\"y\"}]>"
// CHECK-SAME: -> (tensor<2x4xbf16> {{[{].*}}mhlo.frontend_attributes = {partita.global = "tensor<7x4xbf16>"
// CHECK-SAME: tensor<9xi1> {mhlo.frontend_attributes = {partita.global = "tensor<9xi1>"
// HLO: HloModule edges, input_output_alias={{[{][{]}}0}: (0, {}, may-alias)}, buffer_donor={(3, {})}, entry_computation_layout={{.*}}, num_partitions=8, frontend_attributes={result0.partita.global="tensor<7x4xbf16>",
module @edges {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  sdy.mesh @turned = <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
  func.func @main(%a: tensor<7x4xbf16> {tf.aliasing_output = 0 : i32, sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                  %b: tensor<6x5xi4> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
                  %c: tensor<7x3xf8E4M3FN> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                  %d: tensor<9xi1> {tf.aliasing_output = 3 : i32, sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>},
                  %e: tensor<3x12xcomplex<f32>> {sdy.sharding = #sdy.sharding<@turned, [{}, {"y"}]>},
                  %t: !stablehlo.token)
      -> (tensor<7x4xbf16> {jax.result_info = "a", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
          tensor<6x5xi4> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
          tensor<7x3xf8E4M3FN> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
          tensor<9xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
          tensor<3x12xcomplex<f32>> {sdy.sharding = #sdy.sharding<@turned, [{}, {"x"}]>},
          !stablehlo.token) {
    %0 = stablehlo.add %a, %a : tensor<7x4xbf16>
    %1 = stablehlo.add %b, %b : tensor<6x5xi4>
    %2 = stablehlo.negate %c : tensor<7x3xf8E4M3FN>
    %3 = stablehlo.not %d : tensor<9xi1>
    %4 = stablehlo.reverse %e, dims = [1] : tensor<3x12xcomplex<f32>>
    return %0, %1, %2, %3, %4, %t : tensor<7x4xbf16>, tensor<6x5xi4>, tensor<7x3xf8E4M3FN>, tensor<9xi1>, tensor<3x12xcomplex<f32>>, !stablehlo.token
  }
}
