// Partitioned, but the sum is between replicas, of which there is one.
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<4xf32> {mhlo.frontend_attributes = {partita.global = "tensor<16xf32>", partita.sharding = "<mesh<[\"x\"=4]>, [{\"x\"}]>"}})
      -> (tensor<4xf32> {mhlo.frontend_attributes = {partita.global = "tensor<16xf32>", partita.sharding = "<mesh<[\"x\"=4]>, [{\"x\"}]>"}}) {
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
