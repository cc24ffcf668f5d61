// The start of a slice is clamped to the global dimension, not to each shard: 4 elements from 5 on lie in two shards.
// RUN: %partita run %s --verify
// RUN: %partita run %s --verify --strict
sdy.mesh @m = <["x"=4]>
func.func @main() -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  %iota = stablehlo.iota dim = 0 : tensor<14xi32>
  %0 = sdy.sharding_constraint %iota <@m, [{"x"}]> : tensor<14xi32>
  %one = stablehlo.constant dense<1> : tensor<14xi32>
  %values = stablehlo.add %0, %one : tensor<14xi32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %far = stablehlo.constant dense<13> : tensor<i32>
  %before = stablehlo.constant dense<-3> : tensor<i32>
  %1 = stablehlo.dynamic_slice %values, %five, sizes = [4] : (tensor<14xi32>, tensor<i32>) -> tensor<4xi32>
  %2 = stablehlo.dynamic_slice %values, %far, sizes = [4] : (tensor<14xi32>, tensor<i32>) -> tensor<4xi32>
  %3 = stablehlo.dynamic_slice %values, %before, sizes = [4] : (tensor<14xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %1, dense<[6, 7, 8, 9]> : tensor<4xi32>
  check.expect_eq_const %2, dense<[11, 12, 13, 14]> : tensor<4xi32>
  check.expect_eq_const %3, dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %1, %2, %3 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}
