// A whole program (lstm, small), partitioned, run on all its devices, and compared with one device.
// RUN: %partita run %s --random 1 --verify --rtol 2e-3 --atol 2e-4
module @jit_loss attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=8]> {stablehlo.mesh = {axes = [{name = "x", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg2: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg3: tensor<6x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, %arg4: tensor<6x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<64xf32> {jax.result_info = "result[1]['b']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<16x64xf32> {jax.result_info = "result[1]['wh']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<16x64xf32> {jax.result_info = "result[1]['wx']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %15:20 = stablehlo.while(%iterArg = %arg3, %iterArg_24 = %arg2, %iterArg_25 = %arg1, %iterArg_26 = %1, %iterArg_27 = %c, %iterArg_28 = %0, %iterArg_29 = %0, %iterArg_30 = %2, %iterArg_31 = %3, %iterArg_32 = %4, %iterArg_33 = %5, %iterArg_34 = %6, %iterArg_35 = %7, %iterArg_36 = %8, %iterArg_37 = %9, %iterArg_38 = %10, %iterArg_39 = %11, %iterArg_40 = %12, %iterArg_41 = %13, %iterArg_42 = %14) : tensor<6x8x16xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>
    cond {
      %c_43 = stablehlo.constant dense<6> : tensor<i32>
      %31 = stablehlo.compare LT, %iterArg_27, %c_43, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %31 : tensor<i1>
    } do {
      %31 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_27) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %32 = stablehlo.dot_general %31, %iterArg_24, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x64xf32>) -> tensor<8x64xf32>
      %33 = stablehlo.dot_general %iterArg_28, %iterArg_25, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x64xf32>) -> tensor<8x64xf32>
      %34 = stablehlo.add %32, %33 : tensor<8x64xf32>
      %35 = stablehlo.broadcast_in_dim %iterArg_26, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<8x64xf32>
      %36 = stablehlo.add %34, %35 : tensor<8x64xf32>
      %37 = stablehlo.slice %36 [0:8, 0:16] : (tensor<8x64xf32>) -> tensor<8x16xf32>
      %38 = stablehlo.slice %36 [0:8, 16:32] : (tensor<8x64xf32>) -> tensor<8x16xf32>
      %39 = stablehlo.slice %36 [0:8, 32:48] : (tensor<8x64xf32>) -> tensor<8x16xf32>
      %40 = stablehlo.slice %36 [0:8, 48:64] : (tensor<8x64xf32>) -> tensor<8x16xf32>
      %41 = stablehlo.negate %38 : tensor<8x16xf32>
      %42 = stablehlo.exponential %41 : tensor<8x16xf32>
      %cst_43 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %43 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %44 = stablehlo.add %43, %42 : tensor<8x16xf32>
      %cst_44 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %45 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %46 = stablehlo.divide %45, %44 : tensor<8x16xf32>
      %cst_45 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %47 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %48 = stablehlo.subtract %47, %46 : tensor<8x16xf32>
      %49 = stablehlo.multiply %46, %48 : tensor<8x16xf32>
      %50 = stablehlo.multiply %46, %iterArg_29 : tensor<8x16xf32>
      %51 = stablehlo.negate %37 : tensor<8x16xf32>
      %52 = stablehlo.exponential %51 : tensor<8x16xf32>
      %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %53 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %54 = stablehlo.add %53, %52 : tensor<8x16xf32>
      %cst_47 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %55 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %56 = stablehlo.divide %55, %54 : tensor<8x16xf32>
      %cst_48 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %57 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %58 = stablehlo.subtract %57, %56 : tensor<8x16xf32>
      %59 = stablehlo.multiply %56, %58 : tensor<8x16xf32>
      %60 = stablehlo.tanh %39 : tensor<8x16xf32>
      %cst_49 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %61 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %62 = stablehlo.add %61, %60 : tensor<8x16xf32>
      %cst_50 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %63 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %64 = stablehlo.subtract %63, %60 : tensor<8x16xf32>
      %65 = stablehlo.multiply %62, %64 : tensor<8x16xf32>
      %66 = stablehlo.multiply %56, %60 : tensor<8x16xf32>
      %67 = stablehlo.add %50, %66 : tensor<8x16xf32>
      %68 = stablehlo.negate %40 : tensor<8x16xf32>
      %69 = stablehlo.exponential %68 : tensor<8x16xf32>
      %cst_51 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %70 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %71 = stablehlo.add %70, %69 : tensor<8x16xf32>
      %cst_52 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %72 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %73 = stablehlo.divide %72, %71 : tensor<8x16xf32>
      %cst_53 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %74 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %75 = stablehlo.subtract %74, %73 : tensor<8x16xf32>
      %76 = stablehlo.multiply %73, %75 : tensor<8x16xf32>
      %77 = stablehlo.tanh %67 : tensor<8x16xf32>
      %cst_54 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %78 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %79 = stablehlo.add %78, %77 : tensor<8x16xf32>
      %cst_55 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %80 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %81 = stablehlo.subtract %80, %77 : tensor<8x16xf32>
      %82 = stablehlo.multiply %79, %81 : tensor<8x16xf32>
      %83 = stablehlo.multiply %73, %77 : tensor<8x16xf32>
      %84 = func.call @dynamic_update_index_in_dim(%iterArg_30, %83, %iterArg_27) : (tensor<6x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<6x8x16xf32>
      %85 = func.call @dynamic_update_index_in_dim(%iterArg_31, %iterArg_28, %iterArg_27) : (tensor<6x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<6x8x16xf32>
      %86 = func.call @dynamic_update_index_in_dim(%iterArg_32, %49, %iterArg_27) : (tensor<6x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<6x8x16xf32>
      %87 = func.call @dynamic_update_index_in_dim(%iterArg_33, %iterArg_29, %iterArg_27) : (tensor<6x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<6x8x16xf32>
      %88 = func.call @dynamic_update_index_in_dim(%iterArg_34, %46, %iterArg_27) : (tensor<6x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<6x8x16xf32>
      %89 = func.call @dynamic_update_index_in_dim(%iterArg_35, %59, %iterArg_27) : (tensor<6x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<6x8x16xf32>
      %90 = func.call @dynamic_update_index_in_dim(%iterArg_36, %65, %iterArg_27) : (tensor<6x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<6x8x16xf32>
      %91 = func.call @dynamic_update_index_in_dim(%iterArg_37, %60, %iterArg_27) : (tensor<6x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<6x8x16xf32>
      %92 = func.call @dynamic_update_index_in_dim(%iterArg_38, %56, %iterArg_27) : (tensor<6x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<6x8x16xf32>
      %93 = func.call @dynamic_update_index_in_dim(%iterArg_39, %76, %iterArg_27) : (tensor<6x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<6x8x16xf32>
      %94 = func.call @dynamic_update_index_in_dim(%iterArg_40, %82, %iterArg_27) : (tensor<6x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<6x8x16xf32>
      %95 = func.call @dynamic_update_index_in_dim(%iterArg_41, %77, %iterArg_27) : (tensor<6x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<6x8x16xf32>
      %96 = func.call @dynamic_update_index_in_dim(%iterArg_42, %73, %iterArg_27) : (tensor<6x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<6x8x16xf32>
      %c_56 = stablehlo.constant dense<1> : tensor<i32>
      %97 = stablehlo.add %iterArg_27, %c_56 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_24, %iterArg_25, %iterArg_26, %97, %83, %67, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96 : tensor<6x8x16xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>
    }
    %16 = stablehlo.subtract %15#7, %arg4 : tensor<6x8x16xf32>
    %17 = stablehlo.multiply %16, %16 : tensor<6x8x16xf32>
    %cst_13 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %19 = stablehlo.multiply %18, %16 : tensor<6x8x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%17 init: %cst_14) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<6x8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_15 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
    %21 = stablehlo.divide %20, %cst_15 : tensor<f32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_17 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
    %22 = stablehlo.divide %cst_16, %cst_17 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<6x8x16xf32>
    %24 = stablehlo.multiply %23, %19 : tensor<6x8x16xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %c_23 = stablehlo.constant dense<0> : tensor<i32>
    %30:21 = stablehlo.while(%iterArg = %24, %iterArg_24 = %arg3, %iterArg_25 = %15#8, %iterArg_26 = %15#9, %iterArg_27 = %15#10, %iterArg_28 = %15#11, %iterArg_29 = %15#12, %iterArg_30 = %15#13, %iterArg_31 = %15#14, %iterArg_32 = %15#15, %iterArg_33 = %15#16, %iterArg_34 = %15#17, %iterArg_35 = %15#18, %iterArg_36 = %15#19, %iterArg_37 = %arg1, %iterArg_38 = %c_23, %iterArg_39 = %27, %iterArg_40 = %28, %iterArg_41 = %29, %iterArg_42 = %25, %iterArg_43 = %26) : tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<16x64xf32>, tensor<i32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<8x16xf32>, tensor<8x16xf32>
    cond {
      %c_44 = stablehlo.constant dense<6> : tensor<i32>
      %31 = stablehlo.compare LT, %iterArg_38, %c_44, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %31 : tensor<i1>
    } do {
      %c_44 = stablehlo.constant dense<6> : tensor<i32>
      %31 = stablehlo.subtract %c_44, %iterArg_38 : tensor<i32>
      %c_45 = stablehlo.constant dense<1> : tensor<i32>
      %32 = stablehlo.subtract %31, %c_45 : tensor<i32>
      %33 = func.call @dynamic_index_in_dim(%iterArg, %32) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %34 = func.call @dynamic_index_in_dim(%iterArg_24, %32) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %35 = func.call @dynamic_index_in_dim(%iterArg_25, %32) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %36 = func.call @dynamic_index_in_dim(%iterArg_26, %32) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %37 = func.call @dynamic_index_in_dim(%iterArg_27, %32) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %38 = func.call @dynamic_index_in_dim(%iterArg_28, %32) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %39 = func.call @dynamic_index_in_dim(%iterArg_29, %32) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %40 = func.call @dynamic_index_in_dim(%iterArg_30, %32) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %41 = func.call @dynamic_index_in_dim(%iterArg_31, %32) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %42 = func.call @dynamic_index_in_dim(%iterArg_32, %32) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %43 = func.call @dynamic_index_in_dim(%iterArg_33, %32) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %44 = func.call @dynamic_index_in_dim(%iterArg_34, %32) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %45 = func.call @dynamic_index_in_dim(%iterArg_35, %32) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %46 = func.call @dynamic_index_in_dim(%iterArg_36, %32) : (tensor<6x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %47 = stablehlo.add %iterArg_42, %33 : tensor<8x16xf32>
      %48 = stablehlo.multiply %46, %47 : tensor<8x16xf32>
      %49 = stablehlo.multiply %47, %45 : tensor<8x16xf32>
      %50 = stablehlo.multiply %48, %44 : tensor<8x16xf32>
      %51 = stablehlo.add %iterArg_43, %50 : tensor<8x16xf32>
      %52 = stablehlo.multiply %49, %43 : tensor<8x16xf32>
      %53 = stablehlo.multiply %42, %51 : tensor<8x16xf32>
      %54 = stablehlo.multiply %51, %41 : tensor<8x16xf32>
      %55 = stablehlo.multiply %53, %40 : tensor<8x16xf32>
      %56 = stablehlo.multiply %54, %39 : tensor<8x16xf32>
      %57 = stablehlo.multiply %38, %51 : tensor<8x16xf32>
      %58 = stablehlo.multiply %51, %37 : tensor<8x16xf32>
      %59 = stablehlo.multiply %58, %36 : tensor<8x16xf32>
      %60 = stablehlo.concatenate %56, %59, %55, %52, dim = 1 : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x64xf32>
      %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %61 = stablehlo.reduce(%60 init: %cst_46) applies stablehlo.add across dimensions = [0] : (tensor<8x64xf32>, tensor<f32>) -> tensor<64xf32>
      %62 = stablehlo.reshape %61 : (tensor<64xf32>) -> tensor<1x64xf32>
      %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %63 = stablehlo.reduce(%62 init: %cst_47) applies stablehlo.add across dimensions = [0] : (tensor<1x64xf32>, tensor<f32>) -> tensor<64xf32>
      %64 = stablehlo.add %iterArg_41, %63 : tensor<64xf32>
      %65 = stablehlo.dot_general %60, %35, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x64xf32>, tensor<8x16xf32>) -> tensor<64x16xf32>
      %66 = stablehlo.transpose %65, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
      %67 = stablehlo.add %iterArg_40, %66 : tensor<16x64xf32>
      %68 = stablehlo.dot_general %60, %iterArg_37, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64xf32>, tensor<16x64xf32>) -> tensor<8x16xf32>
      %69 = stablehlo.dot_general %60, %34, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x64xf32>, tensor<8x16xf32>) -> tensor<64x16xf32>
      %70 = stablehlo.transpose %69, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
      %71 = stablehlo.add %iterArg_39, %70 : tensor<16x64xf32>
      %c_48 = stablehlo.constant dense<1> : tensor<i32>
      %72 = stablehlo.add %iterArg_38, %c_48 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_24, %iterArg_25, %iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %72, %71, %67, %64, %68, %57 : tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<6x8x16xf32>, tensor<16x64xf32>, tensor<i32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<8x16xf32>, tensor<8x16xf32>
    }
    return %21, %30#18, %30#17, %30#16 : tensor<f32>, tensor<64xf32>, tensor<16x64xf32>, tensor<16x64xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<6x8x16xf32>, %arg1: tensor<i32>) -> tensor<8x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 16] : (tensor<6x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<6x8x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<i32>) -> tensor<6x8x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<6x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x8x16xf32>
    return %1 : tensor<6x8x16xf32>
  }
}
