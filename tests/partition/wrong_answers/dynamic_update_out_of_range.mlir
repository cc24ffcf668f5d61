// An update that begins outside is moved inside, as a whole; it is not dropped, nor cut by the shard it falls into.
// RUN: %partita run %s --verify
sdy.mesh @m = <["x"=4]>
func.func @main() -> (tensor<10xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>},
                      tensor<10xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<10xi32>
  %0 = sdy.sharding_constraint %zero <@m, [{"x"}]> : tensor<10xi32>
  %update = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %far = stablehlo.constant dense<1000> : tensor<i32>
  %before = stablehlo.constant dense<-7> : tensor<i32>
  %1 = stablehlo.dynamic_update_slice %0, %update, %far : (tensor<10xi32>, tensor<4xi32>, tensor<i32>) -> tensor<10xi32>
  %2 = stablehlo.dynamic_update_slice %0, %update, %before : (tensor<10xi32>, tensor<4xi32>, tensor<i32>) -> tensor<10xi32>
  check.expect_eq_const %1, dense<[0, 0, 0, 0, 0, 0, 1, 2, 3, 4]> : tensor<10xi32>
  check.expect_eq_const %2, dense<[1, 2, 3, 4, 0, 0, 0, 0, 0, 0]> : tensor<10xi32>
  return %1, %2 : tensor<10xi32>, tensor<10xi32>
}
