// RUN: %partita propagate --show %s | FileCheck %s
// RUN: %partita propagate %s 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: %partita run %s --random 1 --verify
// What the hints of one group say becomes one sharding, groups that share a value are one group, and a hint that
// contradicts the others keeps its value out of the group.
// CHECK: %open sdy.sharding_constraint {{.*}} [a, b]
// CHECK: %first sdy.sharding_constraint {{.*}} [a, b]
// CHECK: %other sdy.sharding_constraint {{.*}} [b, -]
// CHECK: %plain tanh {{.*}} [a, b]
sdy.mesh @grid = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) {
  %open = sdy.sharding_constraint %x <@grid, [{?}, {"b"}]> : tensor<8x6xf32>
  %first = sdy.sharding_constraint %x <@grid, [{"a"}, {?}]> : tensor<8x6xf32>
  sdy.sharding_group %open group_id=7 : tensor<8x6xf32>
  sdy.sharding_group %first group_id=7 : tensor<8x6xf32>
  sdy.sharding_group %first group_id=9 : tensor<8x6xf32>
  // SAID: [[@LINE+2]]:{{[0-9]+}}: warning: values of one sharding group get one sharding, but hints ask for [a, b] and [b, -]; this one stays out of the group [P313]
  // SAID: note: another value of the group is here
  %other = sdy.sharding_constraint %x <@grid, [{"b"}, {}]> : tensor<8x6xf32>
  sdy.sharding_group %other group_id=7 : tensor<8x6xf32>
  %plain = stablehlo.tanh %x : tensor<8x6xf32>
  sdy.sharding_group %plain group_id=9 : tensor<8x6xf32>
  return %open, %first, %other, %plain : tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>
}
