// The operand is divided along x, the indices and updates along y, one of them the other way round: every update still
// arrives once, and where it belongs.
// RUN: %partita run %s --verify
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main() -> tensor<5x4xi32> {
  %zero = stablehlo.constant dense<0> : tensor<5x4xi32>
  %operand = sdy.sharding_constraint %zero <@m, [{"x"}, {}]> : tensor<5x4xi32>
  %where = stablehlo.constant dense<[[4], [0], [4], [9], [-1], [2], [0]]> : tensor<7x1xi32>
  %indices = sdy.sharding_constraint %where <@m, [{"y"}, {}]> : tensor<7x1xi32>
  %rows = stablehlo.iota dim = 0 : tensor<7x4xi32>
  %columns = stablehlo.iota dim = 1 : tensor<7x4xi32>
  %ten = stablehlo.constant dense<10> : tensor<7x4xi32>
  %tens = stablehlo.multiply %rows, %ten : tensor<7x4xi32>
  %sum = stablehlo.add %tens, %columns : tensor<7x4xi32>
  %updates = sdy.sharding_constraint %sum <@m, [{"x"}, {"y"}]> : tensor<7x4xi32>
  %0 = "stablehlo.scatter"(%operand, %indices, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<5x4xi32>, tensor<7x1xi32>, tensor<7x4xi32>) -> tensor<5x4xi32>
  check.expect_eq_const %0, dense<[[70, 72, 74, 76], [0, 0, 0, 0], [50, 51, 52, 53], [0, 0, 0, 0], [20, 22, 24, 26]]>
      : tensor<5x4xi32>
  return %0 : tensor<5x4xi32>
}
