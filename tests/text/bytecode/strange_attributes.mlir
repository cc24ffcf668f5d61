// Attributes that other ops have as their own are further ones here. A portable artifact with a channel on an op that has none ended the reader.
// RUN: %partita convert %s --to vhlo -o %t.vhlo && %partita convert %t.vhlo | FileCheck %s
// RUN: %partita convert %s --to bytecode -o %t.bc && %partita convert %t.bc | FileCheck %s
// CHECK: stablehlo.add %arg0, %arg0 {channel_id = 3 : i64, replica_groups = "none"} : tensor<4xf32>
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a {channel_id = 3 : i64, replica_groups = "none"} : tensor<4xf32>
  return %0 : tensor<4xf32>
}
