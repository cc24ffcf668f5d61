// With --plan annotated a product stays where two of its tensors are stored: x on the rows and y on the columns, so
// that the weights are gathered along x and the rows along y. Chosen, the rows are cheaper to move than to gather.
// RUN: %partita partition --plan annotated %s | FileCheck %s --check-prefix=ANNOTATED
// RUN: %partita partition --objective bytes %s -o %t.default && %partita partition --objective bytes --plan chosen %s -o %t.chosen && cmp %t.default %t.chosen
// RUN: FileCheck %s --check-prefix=CHOSEN < %t.chosen
// RUN: %partita run --plan annotated --random 1 --verify %s
// RUN: %partita run --plan chosen --random 1 --verify %s
// RUN: %partita cost --plan annotated %s | FileCheck %s --check-prefix=COST
// RUN: %exits 1 %partita partition --objective bytes --plan best %s 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: %exits 1 %partita cost --plan best %s 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: %exits 1 %partita run --plan best --random 1 %s 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: %partita partition --objective bytes --help | FileCheck %s --check-prefix=HELP
// WRONG: error: --plan: 'best' is none of annotated,chosen [P500]
// HELP: --plan
// ANNOTATED-DAG: "stablehlo.all_gather"{{.*}} : (tensor<512x16xf32>) -> tensor<512x64xf32>
// ANNOTATED-DAG: "stablehlo.all_gather"{{.*}} : (tensor<32x16xf32>) -> tensor<64x16xf32>
// ANNOTATED: dot_general {{.*}} : (tensor<512x64xf32>, tensor<64x16xf32>) -> tensor<512x16xf32>
// ANNOTATED-NOT: all_to_all
// CHOSEN-NOT: (tensor<512x16xf32>) -> tensor<512x64xf32>
// COST: all-gather along y
module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%h: tensor<1024x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                  %w: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})
      -> (tensor<1024x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
    %0 = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<1024x64xf32>, tensor<64x64xf32>) -> tensor<1024x64xf32>
    return %0 : tensor<1024x64xf32>
  }
}
