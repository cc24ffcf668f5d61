// RUN: %partita run --random 1 --verify %s
// RUN: %partita partition %s | FileCheck %s
// A sharding may have its mesh written into it, and then that is the mesh of the program.
// CHECK: mhlo.num_partitions = 4
// CHECK: stablehlo.all_reduce
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2]>, [{"a"}, {"b"}]>}, %w: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
