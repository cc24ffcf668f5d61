// RUN: split-file %s %t
// RUN: %exits 1 %partita partition %t/far.mlir 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: %exits 1 %partita partition %t/two.mlir 2>&1 | FileCheck %s --check-prefix=TWO
// Completion does not care what devices are called; the program of every device finds its shard by its number.
// RUN: %partita propagate %t/far.mlir

//--- far.mlir
// FAR: error: mesh @far names device 7, but its 2 devices must be 0 to 1 [P320]
sdy.mesh @far = <["x"=2], device_ids=[7, 3]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@far, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- two.mlir
// TWO: error: mesh @large has 4 devices, another has 2; all meshes of a program must have the same devices [P320]
sdy.mesh @small = <["x"=2]>
sdy.mesh @large = <["x"=4]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@small, [{"x"}]>},
                %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@large, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
