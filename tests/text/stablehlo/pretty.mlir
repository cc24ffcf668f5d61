// RUN: %partita convert %s --to stablehlo | FileCheck %s
// The forms ops are printed in.

// CHECK{LITERAL}: func.func public @main(%x: tensor<4x6xf32>, %s: tensor<f32>, %i: tensor<i32>, %c: tensor<2xcomplex<f32>>, %p: tensor<4x6xi1>, %in: tensor<1x8x2xf32>, %k: tensor<3x2x4xf32>) -> tensor<4x6xf32> {
func.func @main(%x: tensor<4x6xf32>, %s: tensor<f32>, %i: tensor<i32>, %c: tensor<2xcomplex<f32>>, %p: tensor<4x6xi1>, %in: tensor<1x8x2xf32>, %k: tensor<3x2x4xf32>) -> tensor<4x6xf32> {
  // CHECK{LITERAL}: %0 = stablehlo.add %x, %x : tensor<4x6xf32>
  %0 = stablehlo.add %x, %x : tensor<4x6xf32>
  // CHECK{LITERAL}: %1 = stablehlo.add %x, %x : tensor<4x6xf32>
  %1 = stablehlo.add %x, %x : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %2 = stablehlo.tanh %x {mhlo.frontend_attributes = {a = "b"}} : tensor<4x6xf32>
  %2 = stablehlo.tanh %x {mhlo.frontend_attributes = {a = "b"}} : tensor<4x6xf32>
  // CHECK{LITERAL}: %3 = stablehlo.abs %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %3 = stablehlo.abs %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  // CHECK{LITERAL}: %4 = stablehlo.real %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %4 = stablehlo.real %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  // CHECK{LITERAL}: %5 = stablehlo.complex %3, %4 : tensor<2xcomplex<f32>>
  %5 = stablehlo.complex %3, %4 : tensor<2xcomplex<f32>>
  // CHECK{LITERAL}: %6 = stablehlo.complex %3, %4 : tensor<2xcomplex<f32>>
  %6 = stablehlo.complex %3, %4 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  // CHECK{LITERAL}: %7 = stablehlo.compare LT, %x, %x : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
  %7 = stablehlo.compare LT, %x, %x : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
  // CHECK{LITERAL}: %8 = stablehlo.compare GE, %x, %x, TOTALORDER : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
  %8 = stablehlo.compare GE, %x, %x, TOTALORDER : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
  // CHECK{LITERAL}: %9 = stablehlo.select %p, %x, %x : tensor<4x6xi1>, tensor<4x6xf32>
  %9 = stablehlo.select %p, %x, %x : tensor<4x6xi1>, tensor<4x6xf32>
  // CHECK{LITERAL}: %10 = stablehlo.select %p, %x, %x : tensor<4x6xi1>, tensor<4x6xf32>
  %10 = stablehlo.select %p, %x, %x : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %11 = stablehlo.clamp %s, %x, %s : (tensor<f32>, tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  %11 = stablehlo.clamp %s, %x, %s : (tensor<f32>, tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %12 = stablehlo.convert %x : (tensor<4x6xf32>) -> tensor<4x6xbf16>
  %12 = stablehlo.convert %x : (tensor<4x6xf32>) -> tensor<4x6xbf16>
  // CHECK{LITERAL}: %13 = stablehlo.iota dim = 1 : tensor<4x6xi32>
  %13 = stablehlo.iota dim = 1 : tensor<4x6xi32>
  // CHECK{LITERAL}: %14 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  %14 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %15 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %15 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  // CHECK{LITERAL}: %16 = stablehlo.reverse %x, dims = [0, 1] : tensor<4x6xf32>
  %16 = stablehlo.reverse %x, dims = [0, 1] : tensor<4x6xf32>
  // CHECK{LITERAL}: %17 = stablehlo.slice %x [0:4:2, 1:6] : (tensor<4x6xf32>) -> tensor<2x5xf32>
  %17 = stablehlo.slice %x [0:4:2, 1:6] : (tensor<4x6xf32>) -> tensor<2x5xf32>
  // CHECK{LITERAL}: %18 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 2] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  %18 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 2] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  // CHECK{LITERAL}: %19 = stablehlo.dynamic_update_slice %x, %18, %i, %i : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  %19 = stablehlo.dynamic_update_slice %x, %18, %i, %i : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  // CHECK{LITERAL}: %20 = stablehlo.pad %x, %s, low = [1, -1], high = [0, 0], interior = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<5x10xf32>
  %20 = stablehlo.pad %x, %s, low = [1, -1], high = [0, 0], interior = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<5x10xf32>
  // CHECK{LITERAL}: %21 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  %21 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  // CHECK{LITERAL}: %22 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<24xf32>
  %22 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<24xf32>
  // CHECK{LITERAL}: %23 = stablehlo.bitcast_convert %x : (tensor<4x6xf32>) -> tensor<4x6xi32>
  %23 = stablehlo.bitcast_convert %x : (tensor<4x6xf32>) -> tensor<4x6xi32>
  // CHECK{LITERAL}: %24 = stablehlo.reduce_precision %x, format = e5m10 : tensor<4x6xf32>
  %24 = stablehlo.reduce_precision %x, format = e5m10 : tensor<4x6xf32>
  // CHECK{LITERAL}: %25 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<4x6xf32>) -> tensor<i32>
  %25 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<4x6xf32>) -> tensor<i32>
  // CHECK{LITERAL}: %26 = stablehlo.dot_general %x, %15, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
  %26 = stablehlo.dot_general %x, %15, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
  // CHECK{LITERAL}: %27 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [1] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4xf32>
  %27 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [1] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4xf32>
  // CHECK{LITERAL}: %28 = stablehlo.dot_general %x, %15, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
  %28 = stablehlo.dot %x, %15, precision = [HIGH, DEFAULT] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
  // CHECK{LITERAL}: %29 = stablehlo.fft %c, type = FFT, length = [2] : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %29 = stablehlo.fft %c, type = FFT, length = [2] : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  // CHECK{LITERAL}: %30 = stablehlo.cholesky %26, lower = true : tensor<4x4xf32>
  %30 = stablehlo.cholesky %26, lower = true : tensor<4x4xf32>
  // CHECK{LITERAL}: %31 = stablehlo.cholesky %26, lower = false : tensor<4x4xf32>
  %31 = stablehlo.cholesky %26 : tensor<4x4xf32>
  // CHECK{LITERAL}: %32 = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %32 = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  // CHECK{LITERAL}: %33, %34 = stablehlo.rng_bit_generator %32, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
  %33, %34 = stablehlo.rng_bit_generator %32, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
  // The shape is the result type's: its constant is written anew.
  // CHECK{LITERAL}: %rng_shape = stablehlo.constant dense<[3]> : tensor<1xi64>
  %shape = stablehlo.constant dense<[3]> : tensor<1xi64>
  // CHECK{LITERAL}: %35 = stablehlo.rng %s, %s, %rng_shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
  %35 = stablehlo.rng %s, %s, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
  // CHECK{LITERAL}: %36 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %36 = stablehlo.broadcast %s, sizes = [2, 3] : (tensor<f32>) -> tensor<2x3xf32>
  // CHECK{LITERAL}: %37 = stablehlo.dot_general %x, %15, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
  %37 = stablehlo.einsum %x, %15, config = "ij,jk->ik" : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
  // CHECK{LITERAL}: %38 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %38 = stablehlo.unary_einsum %x, config = "ij->ji" : (tensor<4x6xf32>) -> tensor<6x4xf32>
  // CHECK{LITERAL}: %39:2 = stablehlo.optimization_barrier %x, %s : tensor<4x6xf32>, tensor<f32>
  %39:2 = stablehlo.optimization_barrier %x, %s : tensor<4x6xf32>, tensor<f32>
  stablehlo.optimization_barrier ()

  // Its attributes stand before the operands.
  // CHECK{LITERAL}: %held = stablehlo.optimization_barrier {mhlo.sharding = "{replicated}"} %x : tensor<4x6xf32>
  %held = stablehlo.optimization_barrier {mhlo.sharding = "{replicated}"} %x : tensor<4x6xf32>
  // CHECK{LITERAL}: %40 = stablehlo.after_all : !stablehlo.token
  %40 = stablehlo.create_token : !stablehlo.token
  // CHECK{LITERAL}: %41 = stablehlo.after_all %40, %40 : !stablehlo.token
  %41 = stablehlo.after_all %40, %40 : !stablehlo.token
  // CHECK{LITERAL}: %42 = stablehlo.after_all : !stablehlo.token
  %42 = stablehlo.after_all : !stablehlo.token
  // CHECK{LITERAL}: %43 = stablehlo.replica_id : tensor<ui32>
  %43 = stablehlo.replica_id : tensor<ui32>
  // CHECK{LITERAL}: %44 = stablehlo.partition_id {mhlo.sharding = "{replicated}"} : tensor<ui32>
  %44 = stablehlo.partition_id {mhlo.sharding = "{replicated}"} : tensor<ui32>
  // CHECK{LITERAL}: %45 = "stablehlo.exponential"(%x) <{result_accuracy = #stablehlo.result_accuracy<ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %45 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4x6xf32>
  // CHECK{LITERAL}: %46 = stablehlo.constant {mhlo.sharding = "{replicated}"} dense<1.000000e+00> : tensor<f32>
  %46 = stablehlo.constant {mhlo.sharding = "{replicated}"} dense<1.0> : tensor<f32>
  // CHECK{LITERAL}: %47 = stablehlo.convolution(%in, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]], rhs_dilate = [2], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xf32>, tensor<3x2x4xf32>) -> tensor<1x3x4xf32>
  %47 = stablehlo.convolution(%in, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]], lhs_dilate = [1], rhs_dilate = [2], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xf32>, tensor<3x2x4xf32>) -> tensor<1x3x4xf32>
  // CHECK{LITERAL}: return %0 : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
