// RUN: split-file %s %t
// RUN: %partita partition %t/threefry.mlir | FileCheck %t/threefry.mlir
// RUN: %partita partition %t/philox.mlir | FileCheck %t/philox.mlir
// RUN: %partita run --random 1 --verify %t/threefry.mlir %t/philox.mlir
// Rows are divided: every device generates its own stretch of the bits, further on in the counter, and no others.

//--- threefry.mlir
// Words come in pairs of rows: those of 4 rows, and of one more on either side.
// CHECK: stablehlo.rng_bit_generator %{{.*}}, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<24xui32>)
// CHECK-NOT: rng_bit_generator
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<2xui64>) -> (tensor<8x4xui32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %s, %r = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8x4xui32>)
  return %r : tensor<8x4xui32>
}

//--- philox.mlir
// A state of three words has a counter of two.
// CHECK: stablehlo.rng_bit_generator %{{.*}}, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<16xui32>)
// CHECK-NOT: rng_bit_generator
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<3xui64>) -> (tensor<8x4xui32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %s, %r = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<8x4xui32>)
  return %r : tensor<8x4xui32>
}
