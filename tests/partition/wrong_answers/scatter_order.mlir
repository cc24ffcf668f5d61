// Updates are applied in the order of their indices, whichever devices hold them: the last one stays where they
// overwrite, a body that does not commute sees them one after the other, and a sum counts each of them once.
// RUN: %partita run %s --verify
sdy.mesh @m = <["x"=3]>
func.func @main() -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %initial = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %operand = sdy.sharding_constraint %initial <@m, [{"x"}]> : tensor<4xi32>
  %where = stablehlo.constant dense<[[1], [3], [1], [0], [3], [1], [3], [0]]> : tensor<8x1xi32>
  %indices = sdy.sharding_constraint %where <@m, [{"x"}, {}]> : tensor<8x1xi32>
  %what = stablehlo.constant dense<[10, 20, 30, 40, 50, 60, 70, 80]> : tensor<8xi32>
  %updates = sdy.sharding_constraint %what <@m, [{"x"}]> : tensor<8xi32>
  %0 = "stablehlo.scatter"(%operand, %indices, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<4xi32>, tensor<8x1xi32>, tensor<8xi32>) -> tensor<4xi32>
  %1 = "stablehlo.scatter"(%operand, %indices, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<8x1xi32>, tensor<8xi32>) -> tensor<4xi32>
  %2 = "stablehlo.scatter"(%operand, %indices, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %two = stablehlo.constant dense<2> : tensor<i32>
    %double = stablehlo.multiply %a, %two : tensor<i32>
    %s = stablehlo.subtract %double, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<8x1xi32>, tensor<8xi32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[80, 60, 7, 70]> : tensor<4xi32>
  check.expect_eq_const %1, dense<[125, 106, 7, 148]> : tensor<4xi32>
  check.expect_eq_const %2, dense<[-140, -112, 7, -186]> : tensor<4xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}
