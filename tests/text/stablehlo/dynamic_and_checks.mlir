// RUN: %partita convert %s --to stablehlo | FileCheck %s
// Dynamic ops with static types, older ops, and the ops of StableHLO test programs.

// CHECK{LITERAL}: func.func public @main(%x: tensor<4x6xf32>, %s: tensor<f32>, %i: tensor<i64>) -> tensor<4x6xf32> {
func.func @main(%x: tensor<4x6xf32>, %s: tensor<f32>, %i: tensor<i64>) -> tensor<4x6xf32> {
  // CHECK{LITERAL}: %shape = stablehlo.constant dense<[4, 6]> : tensor<2xi64>
  %shape = stablehlo.constant dense<[4, 6]> : tensor<2xi64>
  // CHECK{LITERAL}: %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  %0 = stablehlo.dynamic_broadcast_in_dim %s, %shape, dims = [] {known_expanding_dimensions = array<i64>} : (tensor<f32>, tensor<2xi64>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %1 = stablehlo.iota dim = 1 : tensor<4x6xi32>
  %1 = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi64>) -> tensor<4x6xi32>
  // CHECK{LITERAL}: %2 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.dynamic_reshape %x, %shape : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %flat = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<24xf32>
  %flat_shape = stablehlo.constant dense<24> : tensor<1xi64>
  %flat = "chlo.dynamic_reshape"(%x, %flat_shape) : (tensor<4x6xf32>, tensor<1xi64>) -> tensor<24xf32>
  // CHECK{LITERAL}: %low = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %low = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  // CHECK{LITERAL}: %zero = stablehlo.constant dense<0> : tensor<2xi64>
  %zero = stablehlo.constant dense<0> : tensor<2xi64>
  // CHECK{LITERAL}: %one = stablehlo.constant dense<1> : tensor<2xi64>
  %one = stablehlo.constant dense<1> : tensor<2xi64>
  // CHECK{LITERAL}: %3 = stablehlo.pad %x, %s, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<5x6xf32>
  %3 = stablehlo.dynamic_pad %x, %s, %low, %zero, %zero : (tensor<4x6xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<5x6xf32>
  // CHECK{LITERAL}: %4 = stablehlo.slice %x [0:4, 0:6] : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %4 = stablehlo.real_dynamic_slice %x, %zero, %shape, %one : (tensor<4x6xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %5 = "stablehlo.gather"(%x, %zero) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<2x6xf32>
  %5 = "stablehlo.torch_index_select"(%x, %zero) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<2x6xf32>
  // CHECK{LITERAL}: %6 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0]]> : tensor<1x1xi64>}> ({
  %6 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %size = stablehlo.constant dense<6> : tensor<i32>
  %size = stablehlo.constant dense<6> : tensor<i32>
  // CHECK{LITERAL}: %7 = stablehlo.set_dimension_size %x, %size, dim = 1 : (tensor<4x6xf32>, tensor<i32>) -> tensor<4x6xf32>
  %7 = stablehlo.set_dimension_size %x, %size, dim = 1 : (tensor<4x6xf32>, tensor<i32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: check.expect_eq %x, %x : tensor<4x6xf32>
  check.expect_eq %x, %x : tensor<4x6xf32>
  // CHECK{LITERAL}: check.expect_eq_const %s, dense<1.000000e+00> : tensor<f32>
  check.expect_eq_const %s, dense<1.0> : tensor<f32>
  // CHECK{LITERAL}: "check.expect_almost_eq"(%x, %x) <{tolerance = 1.000000e-03 : f64}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
  check.expect_almost_eq %x, %x {tolerance = 1.0e-3 : f64} : tensor<4x6xf32>
  // CHECK{LITERAL}: "check.expect_almost_eq"(%x, %x) <{tolerance = 1.000000e-03 : f64}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
  check.expect_almost_eq %x, %x, tolerance = 1.0e-3 : tensor<4x6xf32>
  // CHECK{LITERAL}: "check.expect_almost_eq_const"(%s) <{tolerance = 1.000000e-03 : f64, value = dense<1.000000e+00> : tensor<f32>}> : (tensor<f32>) -> ()
  check.expect_almost_eq_const %s, dense<1.0> : tensor<f32> {tolerance = 1.0e-3 : f64}
  // CHECK{LITERAL}: "check.expect_close"(%x, %x) <{max_ulp_difference = 3 : i64}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
  check.expect_close %x, %x, max_ulp_difference = 3 : tensor<4x6xf32>, tensor<4x6xf32>
  // CHECK{LITERAL}: "check.expect_close"(%x, %x) <{max_ulp_difference = 3 : i64, min_ulp_difference = 1 : i64}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
  check.expect_close %x, %x {max_ulp_difference = 3 : i64, min_ulp_difference = 1 : i64} : tensor<4x6xf32>, tensor<4x6xf32>
  // CHECK{LITERAL}: "check.expect_close_const"(%s) <{value = dense<1.000000e+00> : tensor<f32>}> : (tensor<f32>) -> ()
  "check.expect_close_const"(%s) {value = dense<1.0> : tensor<f32>} : (tensor<f32>) -> ()
  // CHECK{LITERAL}: "check.expect_serialized_eq"(%x) <{iter = 0 : i64, probe_id = "probe1"}> : (tensor<4x6xf32>) -> ()
  check.expect_serialized_eq %x, probe = "probe1", iter = 0 : tensor<4x6xf32>
  // CHECK{LITERAL}: %8 = "interpreter.probe"(%x) <{probe_id = "probe2"}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %8 = interpreter.probe %x, probe_id = "probe2" : tensor<4x6xf32>
  // CHECK{LITERAL}: "interpreter.print"(%x) : (tensor<4x6xf32>) -> ()
  interpreter.print %x : tensor<4x6xf32>
  // CHECK{LITERAL}: %9 = "mhlo.xla.rng_get_and_update_state"() <{delta = 1 : i64}> : () -> tensor<2xui64>
  %9 = "mhlo.xla.rng_get_and_update_state"() <{delta = 1 : i64}> : () -> tensor<2xui64>
  // CHECK{LITERAL}: %10 = "mhlo.xla.rng_get_and_update_state"() <{delta = 1 : i64}> : () -> tensor<2xui64>
  %10 = mhlo.xla.rng_get_and_update_state {delta = 1 : i64} : tensor<2xui64>
  // CHECK{LITERAL}: return %x : tensor<4x6xf32>
  return %x : tensor<4x6xf32>
}
