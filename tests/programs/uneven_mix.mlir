// A whole program (uneven_mix, small), partitioned, run on all its devices, and compared with one device.
// RUN: %partita run %s --random 1 --verify --rtol 2e-3 --atol 2e-4
module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<13x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<10x23xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<7xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg3: tensor<29x11xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<29x11xf32> {jax.result_info = "result[1]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<13x23xf32> {jax.result_info = "result[2]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<4x9xf32> {jax.result_info = "result[3]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<13x10xf32>, tensor<10x23xf32>) -> tensor<13x23xf32>
    %1 = stablehlo.tanh %0 : tensor<13x23xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {"y"}]> : tensor<13x23xf32>
    %3 = call @sort(%2) : (tensor<13x23xf32>) -> tensor<13x23xf32>
    %4 = call @cumsum(%2) : (tensor<13x23xf32>) -> tensor<13x23xf32>
    %5 = call @_flip(%2) : (tensor<13x23xf32>) -> tensor<13x23xf32>
    %6 = stablehlo.slice %5 [1:13, 0:21] : (tensor<13x23xf32>) -> tensor<12x21xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %7 = call @_pad(%2, %c) : (tensor<13x23xf32>, tensor<i32>) -> tensor<17x25xf32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<7xi32>
    %9 = stablehlo.compare LT, %arg2, %8, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
    %c_1 = stablehlo.constant dense<29> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<7xi32>
    %11 = stablehlo.add %arg2, %10 : tensor<7xi32>
    %12 = stablehlo.select %9, %11, %arg2 : tensor<7xi1>, tensor<7xi32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<7xi32>) -> tensor<7x1xi32>
    %14 = "stablehlo.gather"(%arg3, %13) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 11>}> : (tensor<29x11xf32>, tensor<7x1xi32>) -> tensor<7x11xf32>
    %15 = stablehlo.slice %2 [0:7, 0:11] : (tensor<13x23xf32>) -> tensor<7x11xf32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %16 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<7xi32>
    %17 = stablehlo.compare LT, %arg2, %16, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
    %c_3 = stablehlo.constant dense<29> : tensor<i32>
    %18 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<7xi32>
    %19 = stablehlo.add %arg2, %18 : tensor<7xi32>
    %20 = stablehlo.select %17, %19, %arg2 : tensor<7xi1>, tensor<7xi32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<7xi32>) -> tensor<7x1xi32>
    %22 = "stablehlo.scatter"(%arg3, %21, %15) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %35 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %35 : tensor<f32>
    }) : (tensor<29x11xf32>, tensor<7x1xi32>, tensor<7x11xf32>) -> tensor<29x11xf32>
    %23 = call @_roll_static(%2) : (tensor<13x23xf32>) -> tensor<13x23xf32>
    %24 = stablehlo.reshape %2 : (tensor<13x23xf32>) -> tensor<299xf32>
    %25 = stablehlo.slice %24 [0:36] : (tensor<299xf32>) -> tensor<36xf32>
    %26 = stablehlo.reshape %25 : (tensor<36xf32>) -> tensor<4x9xf32>
    %27 = stablehlo.multiply %3, %4 : tensor<13x23xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<13x23xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%6 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<12x21xf32>, tensor<f32>) -> tensor<f32>
    %30 = stablehlo.add %28, %29 : tensor<f32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %31 = stablehlo.reduce(%7 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<17x25xf32>, tensor<f32>) -> tensor<f32>
    %32 = stablehlo.add %30, %31 : tensor<f32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%14 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<7x11xf32>, tensor<f32>) -> tensor<f32>
    %34 = stablehlo.add %32, %33 : tensor<f32>
    return %34, %22, %23, %26 : tensor<f32>, tensor<29x11xf32>, tensor<13x23xf32>, tensor<4x9xf32>
  }
  func.func private @sort(%arg0: tensor<13x23xf32>) -> tensor<13x23xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<13x23xf32>) -> tensor<13x23xf32>
    return %0 : tensor<13x23xf32>
  }
  func.func private @cumsum(%arg0: tensor<13x23xf32>) -> tensor<13x23xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<13x23xf32>) -> tensor<13x23xf32>
    return %0 : tensor<13x23xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<13x23xf32>) -> tensor<13x23xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [22, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 23>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<13x23xf32>, tensor<f32>) -> tensor<13x23xf32>
    return %1 : tensor<13x23xf32>
  }
  func.func private @_flip(%arg0: tensor<13x23xf32>) -> tensor<13x23xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0] : tensor<13x23xf32>
    return %0 : tensor<13x23xf32>
  }
  func.func private @_pad(%arg0: tensor<13x23xf32>, %arg1: tensor<i32>) -> tensor<17x25xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [3, 0], high = [1, 2], interior = [0, 0] : (tensor<13x23xf32>, tensor<f32>) -> tensor<17x25xf32>
    return %1 : tensor<17x25xf32>
  }
  func.func private @_roll_static(%arg0: tensor<13x23xf32>) -> tensor<13x23xf32> {
    %0 = stablehlo.slice %arg0 [10:13, 0:23] : (tensor<13x23xf32>) -> tensor<3x23xf32>
    %1 = stablehlo.slice %arg0 [0:10, 0:23] : (tensor<13x23xf32>) -> tensor<10x23xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<3x23xf32>, tensor<10x23xf32>) -> tensor<13x23xf32>
    return %2 : tensor<13x23xf32>
  }
}
