// A whole program (unet3d, small), partitioned, run on all its devices, and compared with one device.
// RUN: %partita run %s --random 1 --verify --rtol 2e-3 --atol 2e-4
module @jit_loss attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<3x3x3x1x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>}, %arg1: tensor<3x3x3x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>}, %arg2: tensor<3x3x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>}, %arg3: tensor<3x3x3x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>}, %arg4: tensor<3x3x3x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>}, %arg5: tensor<1x1x1x4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>}, %arg6: tensor<2x2x2x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>}, %arg7: tensor<2x8x8x8x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}, {}, {}]>}, %arg8: tensor<2x8x8x8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}, {}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<3x3x3x1x4xf32> {jax.result_info = "result[1]['c1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>}, tensor<3x3x3x4x4xf32> {jax.result_info = "result[1]['c2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>}, tensor<3x3x3x4x8xf32> {jax.result_info = "result[1]['c3']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>}, tensor<3x3x3x8x8xf32> {jax.result_info = "result[1]['c4']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>}, tensor<3x3x3x8x4xf32> {jax.result_info = "result[1]['c5']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>}, tensor<1x1x1x4x2xf32> {jax.result_info = "result[1]['c6']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>}, tensor<2x2x2x8x4xf32> {jax.result_info = "result[1]['up']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>}) {
    %0 = sdy.sharding_constraint %arg7 <@mesh, [{"x"}, {"y"}, {}, {}, {}]> : tensor<2x8x8x8x1xf32>
    %1 = stablehlo.convolution(%0, %arg0) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x8x1xf32>, tensor<3x3x3x1x4xf32>) -> tensor<2x8x8x8x4xf32>
    %2 = call @relu(%1) : (tensor<2x8x8x8x4xf32>) -> tensor<2x8x8x8x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8x8x8x4xf32>
    %4 = stablehlo.compare GT, %1, %3, FLOAT : (tensor<2x8x8x8x4xf32>, tensor<2x8x8x8x4xf32>) -> tensor<2x8x8x8x4xi1>
    %5 = stablehlo.convolution(%2, %arg1) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x8x4xf32>, tensor<3x3x3x4x4xf32>) -> tensor<2x8x8x8x4xf32>
    %6 = call @relu(%5) : (tensor<2x8x8x8x4xf32>) -> tensor<2x8x8x8x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x8x8x8x4xf32>
    %8 = stablehlo.compare GT, %5, %7, FLOAT : (tensor<2x8x8x8x4xf32>, tensor<2x8x8x8x4xf32>) -> tensor<2x8x8x8x4xi1>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<f32>
    %10 = "stablehlo.reduce_window"(%6, %9) <{base_dilations = array<i64: 1, 1, 1, 1, 1>, padding = dense<0> : tensor<5x2xi64>, window_dilations = array<i64: 1, 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 2, 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %70 = stablehlo.maximum %arg9, %arg10 : tensor<f32>
      stablehlo.return %70 : tensor<f32>
    }) : (tensor<2x8x8x8x4xf32>, tensor<f32>) -> tensor<2x4x4x4x4xf32>
    %11 = stablehlo.convolution(%10, %arg2) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x4x4x4x4xf32>, tensor<3x3x3x4x8xf32>) -> tensor<2x4x4x4x8xf32>
    %12 = call @relu_0(%11) : (tensor<2x4x4x4x8xf32>) -> tensor<2x4x4x4x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x4x4x4x8xf32>
    %14 = stablehlo.compare GT, %11, %13, FLOAT : (tensor<2x4x4x4x8xf32>, tensor<2x4x4x4x8xf32>) -> tensor<2x4x4x4x8xi1>
    %15 = stablehlo.convolution(%12, %arg3) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[2, 2], [2, 2], [2, 2]], lhs_dilate = [1, 1, 1], rhs_dilate = [2, 2, 2], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x4x4x4x8xf32>, tensor<3x3x3x8x8xf32>) -> tensor<2x4x4x4x8xf32>
    %16 = call @relu_0(%15) : (tensor<2x4x4x4x8xf32>) -> tensor<2x4x4x4x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x4x4x4x8xf32>
    %18 = stablehlo.compare GT, %15, %17, FLOAT : (tensor<2x4x4x4x8xf32>, tensor<2x4x4x4x8xf32>) -> tensor<2x4x4x4x8xi1>
    %19 = stablehlo.convolution(%16, %arg6) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], lhs_dilate = [2, 2, 2], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x4x4x4x8xf32>, tensor<2x2x2x8x4xf32>) -> tensor<2x8x8x8x4xf32>
    %20 = stablehlo.concatenate %19, %6, dim = 4 : (tensor<2x8x8x8x4xf32>, tensor<2x8x8x8x4xf32>) -> tensor<2x8x8x8x8xf32>
    %21 = stablehlo.convolution(%20, %arg4) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x8x8xf32>, tensor<3x3x3x8x4xf32>) -> tensor<2x8x8x8x4xf32>
    %22 = call @relu(%21) : (tensor<2x8x8x8x4xf32>) -> tensor<2x8x8x8x4xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x8x8x8x4xf32>
    %24 = stablehlo.compare GT, %21, %23, FLOAT : (tensor<2x8x8x8x4xf32>, tensor<2x8x8x8x4xf32>) -> tensor<2x8x8x8x4xi1>
    %25 = stablehlo.convolution(%22, %arg5) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[0, 0], [0, 0], [0, 0]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x8x4xf32>, tensor<1x1x1x4x2xf32>) -> tensor<2x8x8x8x2xf32>
    %26 = stablehlo.subtract %25, %arg8 : tensor<2x8x8x8x2xf32>
    %27 = stablehlo.multiply %26, %26 : tensor<2x8x8x8x2xf32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8x8x2xf32>
    %29 = stablehlo.multiply %28, %26 : tensor<2x8x8x8x2xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%27 init: %cst_6) applies stablehlo.add across dimensions = [0, 1, 2, 3, 4] : (tensor<2x8x8x8x2xf32>, tensor<f32>) -> tensor<f32>
    %cst_7 = stablehlo.constant dense<2.048000e+03> : tensor<f32>
    %31 = stablehlo.divide %30, %cst_7 : tensor<f32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_9 = stablehlo.constant dense<2.048000e+03> : tensor<f32>
    %32 = stablehlo.divide %cst_8, %cst_9 : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<2x8x8x8x2xf32>
    %34 = stablehlo.multiply %33, %29 : tensor<2x8x8x8x2xf32>
    %35 = stablehlo.convolution(%22, %34) dim_numbers = [f, 0, 1, 2, b]x[i, 0, 1, 2, o]->[0, 1, 2, b, f], window = {stride = [1, 1, 1], pad = [[0, 0], [0, 0], [0, 0]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x8x4xf32>, tensor<2x8x8x8x2xf32>) -> tensor<1x1x1x4x2xf32>
    %36 = stablehlo.reverse %arg5, dims = [0, 1, 2] : tensor<1x1x1x4x2xf32>
    %37 = stablehlo.convolution(%34, %36) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, o, i]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[0, 0], [0, 0], [0, 0]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x8x2xf32>, tensor<1x1x1x4x2xf32>) -> tensor<2x8x8x8x4xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x8x8x8x4xf32>
    %39 = stablehlo.select %24, %37, %38 : tensor<2x8x8x8x4xi1>, tensor<2x8x8x8x4xf32>
    %40 = stablehlo.convolution(%20, %39) dim_numbers = [f, 0, 1, 2, b]x[i, 0, 1, 2, o]->[0, 1, 2, b, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x8x8xf32>, tensor<2x8x8x8x4xf32>) -> tensor<3x3x3x8x4xf32>
    %41 = stablehlo.reverse %arg4, dims = [0, 1, 2] : tensor<3x3x3x8x4xf32>
    %42 = stablehlo.convolution(%39, %41) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, o, i]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x8x4xf32>, tensor<3x3x3x8x4xf32>) -> tensor<2x8x8x8x8xf32>
    %43 = stablehlo.slice %42 [0:2, 0:8, 0:8, 0:8, 0:4] : (tensor<2x8x8x8x8xf32>) -> tensor<2x8x8x8x4xf32>
    %44 = stablehlo.slice %42 [0:2, 0:8, 0:8, 0:8, 4:8] : (tensor<2x8x8x8x8xf32>) -> tensor<2x8x8x8x4xf32>
    %45 = stablehlo.convolution(%16, %43) dim_numbers = [f, 0, 1, 2, b]x[i, 0, 1, 2, o]->[0, 1, 2, b, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], lhs_dilate = [2, 2, 2], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x4x4x4x8xf32>, tensor<2x8x8x8x4xf32>) -> tensor<2x2x2x8x4xf32>
    %46 = stablehlo.reverse %arg6, dims = [0, 1, 2] : tensor<2x2x2x8x4xf32>
    %47 = stablehlo.convolution(%43, %46) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, o, i]->[b, 0, 1, 2, f], window = {stride = [2, 2, 2], pad = [[0, 0], [0, 0], [0, 0]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x8x4xf32>, tensor<2x2x2x8x4xf32>) -> tensor<2x4x4x4x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x4x4x4x8xf32>
    %49 = stablehlo.select %18, %47, %48 : tensor<2x4x4x4x8xi1>, tensor<2x4x4x4x8xf32>
    %50 = stablehlo.convolution(%12, %49) dim_numbers = [f, 0, 1, 2, b]x[i, 0, 1, 2, o]->[0, 1, 2, b, f], window = {stride = [2, 2, 2], pad = [[2, 2], [2, 2], [2, 2]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x4x4x4x8xf32>, tensor<2x4x4x4x8xf32>) -> tensor<3x3x3x8x8xf32>
    %51 = stablehlo.reverse %arg3, dims = [0, 1, 2] : tensor<3x3x3x8x8xf32>
    %52 = stablehlo.convolution(%49, %51) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, o, i]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[2, 2], [2, 2], [2, 2]], lhs_dilate = [1, 1, 1], rhs_dilate = [2, 2, 2], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x4x4x4x8xf32>, tensor<3x3x3x8x8xf32>) -> tensor<2x4x4x4x8xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x4x4x4x8xf32>
    %54 = stablehlo.select %14, %52, %53 : tensor<2x4x4x4x8xi1>, tensor<2x4x4x4x8xf32>
    %55 = stablehlo.convolution(%10, %54) dim_numbers = [f, 0, 1, 2, b]x[i, 0, 1, 2, o]->[0, 1, 2, b, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x4x4x4x4xf32>, tensor<2x4x4x4x8xf32>) -> tensor<3x3x3x4x8xf32>
    %56 = stablehlo.reverse %arg2, dims = [0, 1, 2] : tensor<3x3x3x4x8xf32>
    %57 = stablehlo.convolution(%54, %56) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, o, i]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x4x4x4x8xf32>, tensor<3x3x3x4x8xf32>) -> tensor<2x4x4x4x4xf32>
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %58 = stablehlo.pad %6, %cst_13, low = [0, 0, 0, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<2x8x8x8x4xf32>, tensor<f32>) -> tensor<2x8x8x8x4xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = "stablehlo.select_and_scatter"(%58, %57, %cst_14) <{padding = dense<0> : tensor<5x2xi64>, window_dimensions = array<i64: 1, 2, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 2, 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %70 = stablehlo.compare GE, %arg9, %arg10, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %70 : tensor<i1>
    }, {
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %70 = stablehlo.add %arg9, %arg10 : tensor<f32>
      stablehlo.return %70 : tensor<f32>
    }) : (tensor<2x8x8x8x4xf32>, tensor<2x4x4x4x4xf32>, tensor<f32>) -> tensor<2x8x8x8x4xf32>
    %60 = stablehlo.slice %59 [0:2, 0:8, 0:8, 0:8, 0:4] : (tensor<2x8x8x8x4xf32>) -> tensor<2x8x8x8x4xf32>
    %61 = stablehlo.add %44, %60 : tensor<2x8x8x8x4xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x8x8x8x4xf32>
    %63 = stablehlo.select %8, %61, %62 : tensor<2x8x8x8x4xi1>, tensor<2x8x8x8x4xf32>
    %64 = stablehlo.convolution(%2, %63) dim_numbers = [f, 0, 1, 2, b]x[i, 0, 1, 2, o]->[0, 1, 2, b, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x8x4xf32>, tensor<2x8x8x8x4xf32>) -> tensor<3x3x3x4x4xf32>
    %65 = stablehlo.reverse %arg1, dims = [0, 1, 2] : tensor<3x3x3x4x4xf32>
    %66 = stablehlo.convolution(%63, %65) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, o, i]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x8x4xf32>, tensor<3x3x3x4x4xf32>) -> tensor<2x8x8x8x4xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x8x8x8x4xf32>
    %68 = stablehlo.select %4, %66, %67 : tensor<2x8x8x8x4xi1>, tensor<2x8x8x8x4xf32>
    %69 = stablehlo.convolution(%0, %68) dim_numbers = [f, 0, 1, 2, b]x[i, 0, 1, 2, o]->[0, 1, 2, b, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x8x1xf32>, tensor<2x8x8x8x4xf32>) -> tensor<3x3x3x1x4xf32>
    return %31, %69, %64, %55, %50, %40, %35, %45 : tensor<f32>, tensor<3x3x3x1x4xf32>, tensor<3x3x3x4x4xf32>, tensor<3x3x3x4x8xf32>, tensor<3x3x3x8x8xf32>, tensor<3x3x3x8x4xf32>, tensor<1x1x1x4x2xf32>, tensor<2x2x2x8x4xf32>
  }
  func.func private @relu(%arg0: tensor<2x8x8x8x4xf32>) -> tensor<2x8x8x8x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8x8x8x4xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x8x8x8x4xf32>
    return %1 : tensor<2x8x8x8x4xf32>
  }
  func.func private @relu_0(%arg0: tensor<2x4x4x4x8xf32>) -> tensor<2x4x4x4x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x4x4x8xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x4x4x4x8xf32>
    return %1 : tensor<2x4x4x4x8xf32>
  }
}
