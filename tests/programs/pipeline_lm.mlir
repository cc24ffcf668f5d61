// A whole program (pipeline_lm, small), partitioned, run on all its devices, and compared with one device.
// RUN: %partita run %s --random 1 --verify --rtol 2e-3 --atol 2e-4
module @jit_loss attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["p"=4, "d"=2]> {stablehlo.mesh = {axes = [{name = "p", size = 4 : i64}, {name = "d", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x1x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"p"}, {}, {}, {}]>}, %arg1: tensor<4x1x32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"p"}, {}, {}, {}]>}, %arg2: tensor<16x4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<4x1x16x32xf32> {jax.result_info = "result[1][0]", sdy.sharding = #sdy.sharding<@mesh, [{"p"}, {}, {}, {}]>}, tensor<4x1x32x16xf32> {jax.result_info = "result[1][1]", sdy.sharding = #sdy.sharding<@mesh, [{"p"}, {}, {}, {}]>}) {
    %0 = stablehlo.reshape %arg2 : (tensor<16x4x16xf32>) -> tensor<8x2x4x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2x4x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x2x4x16xf32>
    %3 = stablehlo.iota dim = 0 : tensor<11xi32>
    %4 = stablehlo.transpose %arg0, dims = [1, 0, 2, 3] : (tensor<4x1x16x32xf32>) -> tensor<1x4x16x32xf32>
    %5 = stablehlo.transpose %arg1, dims = [1, 0, 2, 3] : (tensor<4x1x32x16xf32>) -> tensor<1x4x32x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<7> : tensor<i32>
    %6:2 = call @clip(%c, %c_1) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<11x1x4x2x4x16xf32>
    %c_3 = stablehlo.constant dense<false> : tensor<i1>
    %8 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i1>) -> tensor<11x1x4x2x4x32xi1>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<11x1x4x2x4x32xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<11xi32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %11:13 = stablehlo.while(%iterArg = %3, %iterArg_16 = %0, %iterArg_17 = %4, %iterArg_18 = %5, %iterArg_19 = %6#0, %iterArg_20 = %6#1, %iterArg_21 = %c_6, %iterArg_22 = %1, %iterArg_23 = %2, %iterArg_24 = %7, %iterArg_25 = %8, %iterArg_26 = %9, %iterArg_27 = %10) : tensor<11xi32>, tensor<8x2x4x16xf32>, tensor<1x4x16x32xf32>, tensor<1x4x32x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4x2x4x16xf32>, tensor<8x2x4x16xf32>, tensor<11x1x4x2x4x16xf32>, tensor<11x1x4x2x4x32xi1>, tensor<11x1x4x2x4x32xf32>, tensor<11xi32>
    cond {
      %c_28 = stablehlo.constant dense<11> : tensor<i32>
      %24 = stablehlo.compare LT, %iterArg_21, %c_28, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %24 : tensor<i1>
    } do {
      %24 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_21) : (tensor<11xi32>, tensor<i32>) -> tensor<i32>
      %c_28 = stablehlo.constant dense<7> : tensor<i32>
      %25 = stablehlo.minimum %24, %c_28 : tensor<i32>
      %26 = func.call @dynamic_index_in_dim_0(%25, %iterArg_16) : (tensor<i32>, tensor<8x2x4x16xf32>) -> tensor<2x4x16xf32>
      %27 = stablehlo.broadcast_in_dim %26, dims = [1, 2, 3] : (tensor<2x4x16xf32>) -> tensor<1x2x4x16xf32>
      %28 = stablehlo.slice %iterArg_22 [0:3, 0:2, 0:4, 0:16] : (tensor<4x2x4x16xf32>) -> tensor<3x2x4x16xf32>
      %29 = stablehlo.concatenate %27, %28, dim = 0 : (tensor<1x2x4x16xf32>, tensor<3x2x4x16xf32>) -> tensor<4x2x4x16xf32>
      %30 = sdy.sharding_constraint %29 <@mesh, [{"p"}, {"d"}, {}, {}]> : tensor<4x2x4x16xf32>
      %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %31 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<1x4x2x4x16xf32>
      %c_30 = stablehlo.constant dense<false> : tensor<i1>
      %32 = stablehlo.broadcast_in_dim %c_30, dims = [] : (tensor<i1>) -> tensor<1x4x2x4x32xi1>
      %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %33 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<1x4x2x4x32xf32>
      %c_32 = stablehlo.constant dense<0> : tensor<i32>
      %34:7 = stablehlo.while(%iterArg_35 = %iterArg_17, %iterArg_36 = %iterArg_18, %iterArg_37 = %c_32, %iterArg_38 = %30, %iterArg_39 = %31, %iterArg_40 = %32, %iterArg_41 = %33) : tensor<1x4x16x32xf32>, tensor<1x4x32x16xf32>, tensor<i32>, tensor<4x2x4x16xf32>, tensor<1x4x2x4x16xf32>, tensor<1x4x2x4x32xi1>, tensor<1x4x2x4x32xf32>
      cond {
        %c_42 = stablehlo.constant dense<1> : tensor<i32>
        %46 = stablehlo.compare LT, %iterArg_37, %c_42, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %46 : tensor<i1>
      } do {
        %46 = func.call @dynamic_index_in_dim_1(%iterArg_35, %iterArg_37) : (tensor<1x4x16x32xf32>, tensor<i32>) -> tensor<4x16x32xf32>
        %47 = func.call @dynamic_index_in_dim_2(%iterArg_36, %iterArg_37) : (tensor<1x4x32x16xf32>, tensor<i32>) -> tensor<4x32x16xf32>
        %48 = stablehlo.dot_general %iterArg_38, %46, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x4x16xf32>, tensor<4x16x32xf32>) -> tensor<4x2x4x32xf32>
        %49 = func.call @relu(%48) : (tensor<4x2x4x32xf32>) -> tensor<4x2x4x32xf32>
        %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %50 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<4x2x4x32xf32>
        %51 = stablehlo.compare GT, %48, %50, FLOAT : (tensor<4x2x4x32xf32>, tensor<4x2x4x32xf32>) -> tensor<4x2x4x32xi1>
        %52 = stablehlo.dot_general %49, %47, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x4x32xf32>, tensor<4x32x16xf32>) -> tensor<4x2x4x16xf32>
        %53 = stablehlo.add %iterArg_38, %52 : tensor<4x2x4x16xf32>
        %54 = func.call @dynamic_update_index_in_dim(%iterArg_39, %iterArg_38, %iterArg_37) : (tensor<1x4x2x4x16xf32>, tensor<4x2x4x16xf32>, tensor<i32>) -> tensor<1x4x2x4x16xf32>
        %55 = func.call @dynamic_update_index_in_dim_3(%iterArg_40, %51, %iterArg_37) : (tensor<1x4x2x4x32xi1>, tensor<4x2x4x32xi1>, tensor<i32>) -> tensor<1x4x2x4x32xi1>
        %56 = func.call @dynamic_update_index_in_dim_4(%iterArg_41, %49, %iterArg_37) : (tensor<1x4x2x4x32xf32>, tensor<4x2x4x32xf32>, tensor<i32>) -> tensor<1x4x2x4x32xf32>
        %c_43 = stablehlo.constant dense<1> : tensor<i32>
        %57 = stablehlo.add %iterArg_37, %c_43 : tensor<i32>
        stablehlo.return %iterArg_35, %iterArg_36, %57, %53, %54, %55, %56 : tensor<1x4x16x32xf32>, tensor<1x4x32x16xf32>, tensor<i32>, tensor<4x2x4x16xf32>, tensor<1x4x2x4x16xf32>, tensor<1x4x2x4x32xi1>, tensor<1x4x2x4x32xf32>
      }
      %35 = sdy.sharding_constraint %34#3 <@mesh, [{"p"}, {"d"}, {}, {}]> : tensor<4x2x4x16xf32>
      %c_33 = stablehlo.constant dense<3> : tensor<i32>
      %36 = stablehlo.subtract %24, %c_33 : tensor<i32>
      %37 = func.call @clip_5(%36, %iterArg_19, %iterArg_20) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
      %38 = stablehlo.slice %35 [3:4, 0:2, 0:4, 0:16] : (tensor<4x2x4x16xf32>) -> tensor<1x2x4x16xf32>
      %39 = stablehlo.reshape %38 : (tensor<1x2x4x16xf32>) -> tensor<2x4x16xf32>
      %40:2 = func.call @dynamic_update_index_in_dim_6(%iterArg_23, %39, %37) : (tensor<8x2x4x16xf32>, tensor<2x4x16xf32>, tensor<i32>) -> (tensor<8x2x4x16xf32>, tensor<i32>)
      %41 = func.call @dynamic_update_index_in_dim_7(%iterArg_24, %34#4, %iterArg_21) : (tensor<11x1x4x2x4x16xf32>, tensor<1x4x2x4x16xf32>, tensor<i32>) -> tensor<11x1x4x2x4x16xf32>
      %42 = func.call @dynamic_update_index_in_dim_8(%iterArg_25, %34#5, %iterArg_21) : (tensor<11x1x4x2x4x32xi1>, tensor<1x4x2x4x32xi1>, tensor<i32>) -> tensor<11x1x4x2x4x32xi1>
      %43 = func.call @dynamic_update_index_in_dim_9(%iterArg_26, %34#6, %iterArg_21) : (tensor<11x1x4x2x4x32xf32>, tensor<1x4x2x4x32xf32>, tensor<i32>) -> tensor<11x1x4x2x4x32xf32>
      %44 = func.call @dynamic_update_index_in_dim_10(%iterArg_27, %40#1, %iterArg_21) : (tensor<11xi32>, tensor<i32>, tensor<i32>) -> tensor<11xi32>
      %c_34 = stablehlo.constant dense<1> : tensor<i32>
      %45 = stablehlo.add %iterArg_21, %c_34 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_16, %iterArg_17, %iterArg_18, %iterArg_19, %iterArg_20, %45, %35, %40#0, %41, %42, %43, %44 : tensor<11xi32>, tensor<8x2x4x16xf32>, tensor<1x4x16x32xf32>, tensor<1x4x32x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4x2x4x16xf32>, tensor<8x2x4x16xf32>, tensor<11x1x4x2x4x16xf32>, tensor<11x1x4x2x4x32xi1>, tensor<11x1x4x2x4x32xf32>, tensor<11xi32>
    }
    %12 = stablehlo.multiply %11#8, %11#8 : tensor<8x2x4x16xf32>
    %cst_7 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x2x4x16xf32>
    %14 = stablehlo.multiply %13, %11#8 : tensor<8x2x4x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%12 init: %cst_8) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<8x2x4x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_9 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %16 = stablehlo.divide %15, %cst_9 : tensor<f32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_11 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %17 = stablehlo.divide %cst_10, %cst_11 : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<8x2x4x16xf32>
    %19 = stablehlo.multiply %18, %14 : tensor<8x2x4x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x2x4x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x1x16x32xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x1x32x16xf32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %23:11 = stablehlo.while(%iterArg = %11#9, %iterArg_16 = %11#10, %iterArg_17 = %11#11, %iterArg_18 = %11#12, %iterArg_19 = %4, %iterArg_20 = %5, %iterArg_21 = %c_15, %iterArg_22 = %21, %iterArg_23 = %22, %iterArg_24 = %20, %iterArg_25 = %19) : tensor<11x1x4x2x4x16xf32>, tensor<11x1x4x2x4x32xi1>, tensor<11x1x4x2x4x32xf32>, tensor<11xi32>, tensor<1x4x16x32xf32>, tensor<1x4x32x16xf32>, tensor<i32>, tensor<4x1x16x32xf32>, tensor<4x1x32x16xf32>, tensor<4x2x4x16xf32>, tensor<8x2x4x16xf32>
    cond {
      %c_26 = stablehlo.constant dense<11> : tensor<i32>
      %24 = stablehlo.compare LT, %iterArg_21, %c_26, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %24 : tensor<i1>
    } do {
      %c_26 = stablehlo.constant dense<11> : tensor<i32>
      %24 = stablehlo.subtract %c_26, %iterArg_21 : tensor<i32>
      %c_27 = stablehlo.constant dense<1> : tensor<i32>
      %25 = stablehlo.subtract %24, %c_27 : tensor<i32>
      %26 = func.call @dynamic_index_in_dim_11(%iterArg, %25) : (tensor<11x1x4x2x4x16xf32>, tensor<i32>) -> tensor<1x4x2x4x16xf32>
      %27 = func.call @dynamic_index_in_dim_12(%iterArg_16, %25) : (tensor<11x1x4x2x4x32xi1>, tensor<i32>) -> tensor<1x4x2x4x32xi1>
      %28 = func.call @dynamic_index_in_dim_13(%iterArg_17, %25) : (tensor<11x1x4x2x4x32xf32>, tensor<i32>) -> tensor<1x4x2x4x32xf32>
      %29 = func.call @dynamic_index_in_dim(%iterArg_18, %25) : (tensor<11xi32>, tensor<i32>) -> tensor<i32>
      %30:2 = func.call @dynamic_update_index_in_dim_14(%29, %iterArg_25) : (tensor<i32>, tensor<8x2x4x16xf32>) -> (tensor<8x2x4x16xf32>, tensor<2x4x16xf32>)
      %31 = stablehlo.broadcast_in_dim %30#1, dims = [1, 2, 3] : (tensor<2x4x16xf32>) -> tensor<1x2x4x16xf32>
      %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %32 = stablehlo.pad %31, %cst_28, low = [3, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<1x2x4x16xf32>, tensor<f32>) -> tensor<4x2x4x16xf32>
      %33 = stablehlo.add %iterArg_24, %32 : tensor<4x2x4x16xf32>
      %34 = sdy.sharding_constraint %33 <@mesh, [{"p"}, {"d"}, {}, {}]> : tensor<4x2x4x16xf32>
      %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %35 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<1x4x16x32xf32>
      %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %36 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<1x4x32x16xf32>
      %c_31 = stablehlo.constant dense<0> : tensor<i32>
      %37:9 = stablehlo.while(%iterArg_34 = %iterArg_19, %iterArg_35 = %26, %iterArg_36 = %27, %iterArg_37 = %iterArg_20, %iterArg_38 = %28, %iterArg_39 = %c_31, %iterArg_40 = %34, %iterArg_41 = %35, %iterArg_42 = %36) : tensor<1x4x16x32xf32>, tensor<1x4x2x4x16xf32>, tensor<1x4x2x4x32xi1>, tensor<1x4x32x16xf32>, tensor<1x4x2x4x32xf32>, tensor<i32>, tensor<4x2x4x16xf32>, tensor<1x4x16x32xf32>, tensor<1x4x32x16xf32>
      cond {
        %c_43 = stablehlo.constant dense<1> : tensor<i32>
        %47 = stablehlo.compare LT, %iterArg_39, %c_43, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %47 : tensor<i1>
      } do {
        %c_43 = stablehlo.constant dense<1> : tensor<i32>
        %47 = stablehlo.subtract %c_43, %iterArg_39 : tensor<i32>
        %c_44 = stablehlo.constant dense<1> : tensor<i32>
        %48 = stablehlo.subtract %47, %c_44 : tensor<i32>
        %49 = func.call @dynamic_index_in_dim_1(%iterArg_34, %48) : (tensor<1x4x16x32xf32>, tensor<i32>) -> tensor<4x16x32xf32>
        %50 = func.call @dynamic_index_in_dim_15(%iterArg_35, %48) : (tensor<1x4x2x4x16xf32>, tensor<i32>) -> tensor<4x2x4x16xf32>
        %51 = func.call @dynamic_index_in_dim_16(%iterArg_36, %48) : (tensor<1x4x2x4x32xi1>, tensor<i32>) -> tensor<4x2x4x32xi1>
        %52 = func.call @dynamic_index_in_dim_2(%iterArg_37, %48) : (tensor<1x4x32x16xf32>, tensor<i32>) -> tensor<4x32x16xf32>
        %53 = func.call @dynamic_index_in_dim_17(%iterArg_38, %48) : (tensor<1x4x2x4x32xf32>, tensor<i32>) -> tensor<4x2x4x32xf32>
        %54 = stablehlo.dot_general %iterArg_40, %53, batching_dims = [0] x [0], contracting_dims = [1, 2] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x4x16xf32>, tensor<4x2x4x32xf32>) -> tensor<4x16x32xf32>
        %55 = stablehlo.transpose %54, dims = [0, 2, 1] : (tensor<4x16x32xf32>) -> tensor<4x32x16xf32>
        %56 = stablehlo.dot_general %iterArg_40, %52, batching_dims = [0] x [0], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x4x16xf32>, tensor<4x32x16xf32>) -> tensor<4x2x4x32xf32>
        %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %57 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<4x2x4x32xf32>
        %58 = stablehlo.select %51, %56, %57 : tensor<4x2x4x32xi1>, tensor<4x2x4x32xf32>
        %59 = stablehlo.dot_general %58, %50, batching_dims = [0] x [0], contracting_dims = [1, 2] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x4x32xf32>, tensor<4x2x4x16xf32>) -> tensor<4x32x16xf32>
        %60 = stablehlo.transpose %59, dims = [0, 2, 1] : (tensor<4x32x16xf32>) -> tensor<4x16x32xf32>
        %61 = stablehlo.dot_general %58, %49, batching_dims = [0] x [0], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x4x32xf32>, tensor<4x16x32xf32>) -> tensor<4x2x4x16xf32>
        %62 = stablehlo.add %iterArg_40, %61 : tensor<4x2x4x16xf32>
        %63 = func.call @dynamic_update_index_in_dim_18(%iterArg_41, %60, %48) : (tensor<1x4x16x32xf32>, tensor<4x16x32xf32>, tensor<i32>) -> tensor<1x4x16x32xf32>
        %64 = func.call @dynamic_update_index_in_dim_19(%iterArg_42, %55, %48) : (tensor<1x4x32x16xf32>, tensor<4x32x16xf32>, tensor<i32>) -> tensor<1x4x32x16xf32>
        %c_46 = stablehlo.constant dense<1> : tensor<i32>
        %65 = stablehlo.add %iterArg_39, %c_46 : tensor<i32>
        stablehlo.return %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %65, %62, %63, %64 : tensor<1x4x16x32xf32>, tensor<1x4x2x4x16xf32>, tensor<1x4x2x4x32xi1>, tensor<1x4x32x16xf32>, tensor<1x4x2x4x32xf32>, tensor<i32>, tensor<4x2x4x16xf32>, tensor<1x4x16x32xf32>, tensor<1x4x32x16xf32>
      }
      %38 = stablehlo.transpose %37#8, dims = [1, 0, 2, 3] : (tensor<1x4x32x16xf32>) -> tensor<4x1x32x16xf32>
      %39 = stablehlo.add %iterArg_23, %38 : tensor<4x1x32x16xf32>
      %40 = stablehlo.transpose %37#7, dims = [1, 0, 2, 3] : (tensor<1x4x16x32xf32>) -> tensor<4x1x16x32xf32>
      %41 = stablehlo.add %iterArg_22, %40 : tensor<4x1x16x32xf32>
      %42 = sdy.sharding_constraint %37#6 <@mesh, [{"p"}, {"d"}, {}, {}]> : tensor<4x2x4x16xf32>
      %43 = stablehlo.slice %42 [0:1, 0:2, 0:4, 0:16] : (tensor<4x2x4x16xf32>) -> tensor<1x2x4x16xf32>
      %44 = stablehlo.slice %42 [1:4, 0:2, 0:4, 0:16] : (tensor<4x2x4x16xf32>) -> tensor<3x2x4x16xf32>
      %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %45 = stablehlo.pad %44, %cst_32, low = [0, 0, 0, 0], high = [1, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<3x2x4x16xf32>, tensor<f32>) -> tensor<4x2x4x16xf32>
      %c_33 = stablehlo.constant dense<1> : tensor<i32>
      %46 = stablehlo.add %iterArg_21, %c_33 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_16, %iterArg_17, %iterArg_18, %iterArg_19, %iterArg_20, %46, %41, %39, %45, %30#0 : tensor<11x1x4x2x4x16xf32>, tensor<11x1x4x2x4x32xi1>, tensor<11x1x4x2x4x32xf32>, tensor<11xi32>, tensor<1x4x16x32xf32>, tensor<1x4x32x16xf32>, tensor<i32>, tensor<4x1x16x32xf32>, tensor<4x1x32x16xf32>, tensor<4x2x4x16xf32>, tensor<8x2x4x16xf32>
    }
    return %16, %23#7, %23#8 : tensor<f32>, tensor<4x1x16x32xf32>, tensor<4x1x32x16xf32>
  }
  func.func private @clip(%arg0: tensor<i32>, %arg1: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    %0 = stablehlo.convert %arg0 : tensor<i32>
    %1 = stablehlo.convert %arg1 : tensor<i32>
    return %1, %0 : tensor<i32>, tensor<i32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<11xi32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<11xi32>, tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<i32>, %arg1: tensor<8x2x4x16xf32>) -> tensor<2x4x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare LT, %arg0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<8> : tensor<i32>
    %1 = stablehlo.add %arg0, %c_0 : tensor<i32>
    %2 = stablehlo.select %0, %1, %arg0 : tensor<i1>, tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.dynamic_slice %arg1, %2, %c_1, %c_2, %c_3, sizes = [1, 2, 4, 16] : (tensor<8x2x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x16xf32>
    %4 = stablehlo.reshape %3 : (tensor<1x2x4x16xf32>) -> tensor<2x4x16xf32>
    return %4 : tensor<2x4x16xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<1x4x16x32xf32>, %arg1: tensor<i32>) -> tensor<4x16x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 16, 32] : (tensor<1x4x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x16x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x16x32xf32>) -> tensor<4x16x32xf32>
    return %1 : tensor<4x16x32xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<1x4x32x16xf32>, %arg1: tensor<i32>) -> tensor<4x32x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 32, 16] : (tensor<1x4x32x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x32x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x32x16xf32>) -> tensor<4x32x16xf32>
    return %1 : tensor<4x32x16xf32>
  }
  func.func private @relu(%arg0: tensor<4x2x4x32xf32>) -> tensor<4x2x4x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2x4x32xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x2x4x32xf32>
    return %1 : tensor<4x2x4x32xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<1x4x2x4x16xf32>, %arg1: tensor<4x2x4x16xf32>, %arg2: tensor<i32>) -> tensor<1x4x2x4x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x2x4x16xf32>) -> tensor<1x4x2x4x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<1x4x2x4x16xf32>, tensor<1x4x2x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2x4x16xf32>
    return %1 : tensor<1x4x2x4x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<1x4x2x4x32xi1>, %arg1: tensor<4x2x4x32xi1>, %arg2: tensor<i32>) -> tensor<1x4x2x4x32xi1> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x2x4x32xi1>) -> tensor<1x4x2x4x32xi1>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<1x4x2x4x32xi1>, tensor<1x4x2x4x32xi1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2x4x32xi1>
    return %1 : tensor<1x4x2x4x32xi1>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<1x4x2x4x32xf32>, %arg1: tensor<4x2x4x32xf32>, %arg2: tensor<i32>) -> tensor<1x4x2x4x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x2x4x32xf32>) -> tensor<1x4x2x4x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<1x4x2x4x32xf32>, tensor<1x4x2x4x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2x4x32xf32>
    return %1 : tensor<1x4x2x4x32xf32>
  }
  func.func private @clip_5(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.maximum %arg2, %arg0 : tensor<i32>
    %1 = stablehlo.minimum %arg1, %0 : tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<8x2x4x16xf32>, %arg1: tensor<2x4x16xf32>, %arg2: tensor<i32>) -> (tensor<8x2x4x16xf32>, tensor<i32>) {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<2x4x16xf32>) -> tensor<1x2x4x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<8> : tensor<i32>
    %2 = stablehlo.add %arg2, %c_0 : tensor<i32>
    %3 = stablehlo.select %1, %2, %arg2 : tensor<i1>, tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.dynamic_update_slice %arg0, %0, %3, %c_1, %c_2, %c_3 : (tensor<8x2x4x16xf32>, tensor<1x2x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x2x4x16xf32>
    return %4, %3 : tensor<8x2x4x16xf32>, tensor<i32>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<11x1x4x2x4x16xf32>, %arg1: tensor<1x4x2x4x16xf32>, %arg2: tensor<i32>) -> tensor<11x1x4x2x4x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4, 5] : (tensor<1x4x2x4x16xf32>) -> tensor<1x1x4x2x4x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2, %c_3 : (tensor<11x1x4x2x4x16xf32>, tensor<1x1x4x2x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<11x1x4x2x4x16xf32>
    return %1 : tensor<11x1x4x2x4x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<11x1x4x2x4x32xi1>, %arg1: tensor<1x4x2x4x32xi1>, %arg2: tensor<i32>) -> tensor<11x1x4x2x4x32xi1> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4, 5] : (tensor<1x4x2x4x32xi1>) -> tensor<1x1x4x2x4x32xi1>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2, %c_3 : (tensor<11x1x4x2x4x32xi1>, tensor<1x1x4x2x4x32xi1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<11x1x4x2x4x32xi1>
    return %1 : tensor<11x1x4x2x4x32xi1>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<11x1x4x2x4x32xf32>, %arg1: tensor<1x4x2x4x32xf32>, %arg2: tensor<i32>) -> tensor<11x1x4x2x4x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4, 5] : (tensor<1x4x2x4x32xf32>) -> tensor<1x1x4x2x4x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2, %c_3 : (tensor<11x1x4x2x4x32xf32>, tensor<1x1x4x2x4x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<11x1x4x2x4x32xf32>
    return %1 : tensor<11x1x4x2x4x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<11xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<11xi32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<11xi32>, tensor<1xi32>, tensor<i32>) -> tensor<11xi32>
    return %1 : tensor<11xi32>
  }
  func.func private @dynamic_index_in_dim_11(%arg0: tensor<11x1x4x2x4x16xf32>, %arg1: tensor<i32>) -> tensor<1x4x2x4x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, %c_3, sizes = [1, 1, 4, 2, 4, 16] : (tensor<11x1x4x2x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x4x2x4x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x4x2x4x16xf32>) -> tensor<1x4x2x4x16xf32>
    return %1 : tensor<1x4x2x4x16xf32>
  }
  func.func private @dynamic_index_in_dim_12(%arg0: tensor<11x1x4x2x4x32xi1>, %arg1: tensor<i32>) -> tensor<1x4x2x4x32xi1> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, %c_3, sizes = [1, 1, 4, 2, 4, 32] : (tensor<11x1x4x2x4x32xi1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x4x2x4x32xi1>
    %1 = stablehlo.reshape %0 : (tensor<1x1x4x2x4x32xi1>) -> tensor<1x4x2x4x32xi1>
    return %1 : tensor<1x4x2x4x32xi1>
  }
  func.func private @dynamic_index_in_dim_13(%arg0: tensor<11x1x4x2x4x32xf32>, %arg1: tensor<i32>) -> tensor<1x4x2x4x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, %c_3, sizes = [1, 1, 4, 2, 4, 32] : (tensor<11x1x4x2x4x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x4x2x4x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x4x2x4x32xf32>) -> tensor<1x4x2x4x32xf32>
    return %1 : tensor<1x4x2x4x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_14(%arg0: tensor<i32>, %arg1: tensor<8x2x4x16xf32>) -> (tensor<8x2x4x16xf32>, tensor<2x4x16xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x2x4x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg1, %0, %arg0, %c, %c_0, %c_1 : (tensor<8x2x4x16xf32>, tensor<1x2x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x2x4x16xf32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.dynamic_slice %arg1, %arg0, %c_2, %c_3, %c_4, sizes = [1, 2, 4, 16] : (tensor<8x2x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<1x2x4x16xf32>, tensor<f32>) -> tensor<2x4x16xf32>
    return %1, %3 : tensor<8x2x4x16xf32>, tensor<2x4x16xf32>
  }
  func.func private @dynamic_index_in_dim_15(%arg0: tensor<1x4x2x4x16xf32>, %arg1: tensor<i32>) -> tensor<4x2x4x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 2, 4, 16] : (tensor<1x4x2x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2x4x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x2x4x16xf32>) -> tensor<4x2x4x16xf32>
    return %1 : tensor<4x2x4x16xf32>
  }
  func.func private @dynamic_index_in_dim_16(%arg0: tensor<1x4x2x4x32xi1>, %arg1: tensor<i32>) -> tensor<4x2x4x32xi1> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 2, 4, 32] : (tensor<1x4x2x4x32xi1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2x4x32xi1>
    %1 = stablehlo.reshape %0 : (tensor<1x4x2x4x32xi1>) -> tensor<4x2x4x32xi1>
    return %1 : tensor<4x2x4x32xi1>
  }
  func.func private @dynamic_index_in_dim_17(%arg0: tensor<1x4x2x4x32xf32>, %arg1: tensor<i32>) -> tensor<4x2x4x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 2, 4, 32] : (tensor<1x4x2x4x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2x4x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x2x4x32xf32>) -> tensor<4x2x4x32xf32>
    return %1 : tensor<4x2x4x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_18(%arg0: tensor<1x4x16x32xf32>, %arg1: tensor<4x16x32xf32>, %arg2: tensor<i32>) -> tensor<1x4x16x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x16x32xf32>) -> tensor<1x4x16x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<1x4x16x32xf32>, tensor<1x4x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x16x32xf32>
    return %1 : tensor<1x4x16x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_19(%arg0: tensor<1x4x32x16xf32>, %arg1: tensor<4x32x16xf32>, %arg2: tensor<i32>) -> tensor<1x4x32x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x32x16xf32>) -> tensor<1x4x32x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<1x4x32x16xf32>, tensor<1x4x32x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x32x16xf32>
    return %1 : tensor<1x4x32x16xf32>
  }
}
