// A whole program (moe_lm, small), partitioned, run on all its devices, and compared with one device.
// RUN: %partita run %s --random 1 --verify --rtol 2e-3 --atol 2e-4
module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=8]> {stablehlo.mesh = {axes = [{name = "x", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<96x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<2x32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, %arg2: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg3: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg4: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg5: tensor<2x8x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg6: tensor<2x8x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg7: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg8: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg9: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg10: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg11: tensor<96x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg12: tensor<2x32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, %arg13: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg14: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg15: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg16: tensor<2x8x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg17: tensor<2x8x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg18: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg19: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg20: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg21: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg22: tensor<96x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg23: tensor<2x32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, %arg24: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg25: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg26: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg27: tensor<2x8x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg28: tensor<2x8x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg29: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg30: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg31: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg32: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg33: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg34: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<96x32xf32> {jax.result_info = "result[1]['emb']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32x8xf32> {jax.result_info = "result[1]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[1]['ln1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[1]['ln2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<32xf32> {jax.result_info = "result[1]['lnf']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<2x8x32x64xf32> {jax.result_info = "result[1]['we1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<2x8x64x32xf32> {jax.result_info = "result[1]['we2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[1]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[1]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[1]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[1]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<96x32xf32> {jax.result_info = "result[2]['emb']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32x8xf32> {jax.result_info = "result[2]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[2]['ln1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[2]['ln2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<32xf32> {jax.result_info = "result[2]['lnf']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<2x8x32x64xf32> {jax.result_info = "result[2]['we1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<2x8x64x32xf32> {jax.result_info = "result[2]['we2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[2]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[2]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[2]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[2]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<96x32xf32> {jax.result_info = "result[3]['emb']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32x8xf32> {jax.result_info = "result[3]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[3]['ln1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[3]['ln2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<32xf32> {jax.result_info = "result[3]['lnf']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<2x8x32x64xf32> {jax.result_info = "result[3]['we1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<2x8x64x32xf32> {jax.result_info = "result[3]['we2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[3]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[3]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[3]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[3]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %1 = stablehlo.compare LT, %arg33, %0, SIGNED : (tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x16xi1>
    %c_0 = stablehlo.constant dense<96> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %3 = stablehlo.add %arg33, %2 : tensor<8x16xi32>
    %4 = stablehlo.select %1, %3, %arg33 : tensor<8x16xi1>, tensor<8x16xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<96x32xf32>, tensor<8x16x1xi32>) -> tensor<8x16x32xf32>
    %7 = sdy.sharding_constraint %6 <@mesh, [{"x"}, {}, {}]> : tensor<8x16x32xf32>
    %c_1 = stablehlo.constant dense<true> : tensor<i1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %9 = call @tril(%8) : (tensor<16x16xi1>) -> tensor<16x16xi1>
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %10:2 = call @_where(%9, %cst) : (tensor<16x16xi1>, tensor<f32>) -> (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>)
    %11 = call @_one_hot() : () -> tensor<1x1x8xi32>
    %12 = call @_one_hot() : () -> tensor<1x1x8xi32>
    %13 = call @_one_hot_0() : () -> tensor<1x1x1x4xi32>
    %14 = call @_one_hot_0() : () -> tensor<1x1x1x4xi32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x1x1x32xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x1xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2x1x1x32xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x8x16x8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<2x8x16x8xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<2x8x16x8xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<2x8x16xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<2x8x16xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<2x8x16xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<2x8x16x8x4xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<2x8x16xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<2x8x16xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<2x8x16x8x4xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<2x8x16x8x4xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<2x8x8x4x32xf32>
    %c_36 = stablehlo.constant dense<false> : tensor<i1>
    %49 = stablehlo.broadcast_in_dim %c_36, dims = [] : (tensor<i1>) -> tensor<2x8x8x4x64xi1>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<2x8x8x4x64xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<2x8x8x4x32xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<2x8x16x8x4xf32>
    %c_40 = stablehlo.constant dense<0> : tensor<i32>
    %53:55 = stablehlo.while(%iterArg = %arg1, %iterArg_137 = %arg2, %iterArg_138 = %arg3, %iterArg_139 = %arg5, %iterArg_140 = %arg6, %iterArg_141 = %arg7, %iterArg_142 = %arg8, %iterArg_143 = %arg9, %iterArg_144 = %arg10, %iterArg_145 = %10#0, %iterArg_146 = %10#1, %iterArg_147 = %11, %iterArg_148 = %12, %iterArg_149 = %13, %iterArg_150 = %14, %iterArg_151 = %c_40, %iterArg_152 = %7, %iterArg_153 = %15, %iterArg_154 = %16, %iterArg_155 = %17, %iterArg_156 = %18, %iterArg_157 = %19, %iterArg_158 = %20, %iterArg_159 = %21, %iterArg_160 = %22, %iterArg_161 = %23, %iterArg_162 = %24, %iterArg_163 = %25, %iterArg_164 = %26, %iterArg_165 = %27, %iterArg_166 = %28, %iterArg_167 = %29, %iterArg_168 = %30, %iterArg_169 = %31, %iterArg_170 = %32, %iterArg_171 = %33, %iterArg_172 = %34, %iterArg_173 = %35, %iterArg_174 = %36, %iterArg_175 = %37, %iterArg_176 = %38, %iterArg_177 = %39, %iterArg_178 = %40, %iterArg_179 = %41, %iterArg_180 = %42, %iterArg_181 = %43, %iterArg_182 = %44, %iterArg_183 = %45, %iterArg_184 = %46, %iterArg_185 = %47, %iterArg_186 = %48, %iterArg_187 = %49, %iterArg_188 = %50, %iterArg_189 = %51, %iterArg_190 = %52) : tensor<2x32x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x8x32x64xf32>, tensor<2x8x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<1x1x8xi32>, tensor<1x1x8xi32>, tensor<1x1x1x4xi32>, tensor<1x1x1x4xi32>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x8xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x8xf32>, tensor<2x8x16x8xf32>, tensor<2x8x16xf32>, tensor<2x8x16xf32>, tensor<2x8x16xf32>, tensor<2x8x16x8x4xf32>, tensor<2x8x16xf32>, tensor<2x8x16xf32>, tensor<2x8x16x8x4xf32>, tensor<2x8x16x8x4xf32>, tensor<2x8x8x4x32xf32>, tensor<2x8x8x4x64xi1>, tensor<2x8x8x4x64xf32>, tensor<2x8x8x4x32xf32>, tensor<2x8x16x8x4xf32>
    cond {
      %c_191 = stablehlo.constant dense<2> : tensor<i32>
      %341 = stablehlo.compare LT, %iterArg_151, %c_191, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %341 : tensor<i1>
    } do {
      %341 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_151) : (tensor<2x32x8xf32>, tensor<i32>) -> tensor<32x8xf32>
      %342 = func.call @dynamic_index_in_dim_1(%iterArg_137, %iterArg_151) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %343 = func.call @dynamic_index_in_dim_1(%iterArg_138, %iterArg_151) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %344 = func.call @dynamic_index_in_dim_2(%iterArg_139, %iterArg_151) : (tensor<2x8x32x64xf32>, tensor<i32>) -> tensor<8x32x64xf32>
      %345 = func.call @dynamic_index_in_dim_3(%iterArg_140, %iterArg_151) : (tensor<2x8x64x32xf32>, tensor<i32>) -> tensor<8x64x32xf32>
      %346 = func.call @dynamic_index_in_dim_4(%iterArg_141, %iterArg_151) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %347 = func.call @dynamic_index_in_dim_5(%iterArg_142, %iterArg_151) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %348 = func.call @dynamic_index_in_dim_4(%iterArg_143, %iterArg_151) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %349 = func.call @dynamic_index_in_dim_4(%iterArg_144, %iterArg_151) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %350 = stablehlo.multiply %iterArg_152, %iterArg_152 : tensor<8x16x32xf32>
      %cst_191 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %351 = stablehlo.reduce(%350 init: %cst_191) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %352 = stablehlo.broadcast_in_dim %351, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %cst_192 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %353 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %354 = stablehlo.divide %352, %353 : tensor<8x16x1xf32>
      %cst_193 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %355 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %356 = stablehlo.add %354, %355 : tensor<8x16x1xf32>
      %357 = stablehlo.rsqrt %356 : tensor<8x16x1xf32>
      %358 = stablehlo.divide %357, %356 : tensor<8x16x1xf32>
      %cst_194 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
      %359 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %360 = stablehlo.multiply %359, %358 : tensor<8x16x1xf32>
      %361 = stablehlo.broadcast_in_dim %357, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %362 = stablehlo.multiply %iterArg_152, %361 : tensor<8x16x32xf32>
      %363 = stablehlo.broadcast_in_dim %342, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %364 = stablehlo.broadcast_in_dim %363, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %365 = stablehlo.multiply %362, %364 : tensor<8x16x32xf32>
      %366 = stablehlo.dot_general %365, %348, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %367 = stablehlo.dot_general %365, %346, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %368 = stablehlo.dot_general %365, %349, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %369 = stablehlo.dot_general %366, %367, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
      %cst_195 = stablehlo.constant dense<2.82842708> : tensor<f32>
      %370 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
      %371 = stablehlo.divide %369, %370 : tensor<8x4x16x16xf32>
      %372 = func.call @_where_6(%371, %iterArg_145, %iterArg_146) : (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
      %cst_196 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %373 = stablehlo.reduce(%372 init: %cst_196) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %cst_197 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %374 = stablehlo.broadcast_in_dim %cst_197, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
      %375 = stablehlo.maximum %374, %373 : tensor<8x4x16xf32>
      %376 = stablehlo.broadcast_in_dim %375, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %377 = stablehlo.broadcast_in_dim %376, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %378 = stablehlo.subtract %372, %377 : tensor<8x4x16x16xf32>
      %379 = stablehlo.exponential %378 : tensor<8x4x16x16xf32>
      %cst_198 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %380 = stablehlo.reduce(%379 init: %cst_198) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %381 = stablehlo.broadcast_in_dim %380, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %382 = stablehlo.broadcast_in_dim %381, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %383 = stablehlo.divide %379, %382 : tensor<8x4x16x16xf32>
      %384 = stablehlo.multiply %381, %381 : tensor<8x4x16x1xf32>
      %cst_199 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %385 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
      %386 = stablehlo.divide %385, %384 : tensor<8x4x16x1xf32>
      %387 = stablehlo.dot_general %368, %383, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
      %388 = stablehlo.transpose %387, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
      %389 = stablehlo.dot_general %388, %347, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
      %390 = stablehlo.add %iterArg_152, %389 : tensor<8x16x32xf32>
      %391 = stablehlo.multiply %390, %390 : tensor<8x16x32xf32>
      %cst_200 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %392 = stablehlo.reduce(%391 init: %cst_200) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %393 = stablehlo.broadcast_in_dim %392, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %cst_201 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %394 = stablehlo.broadcast_in_dim %cst_201, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %395 = stablehlo.divide %393, %394 : tensor<8x16x1xf32>
      %cst_202 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %396 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %397 = stablehlo.add %395, %396 : tensor<8x16x1xf32>
      %398 = stablehlo.rsqrt %397 : tensor<8x16x1xf32>
      %399 = stablehlo.divide %398, %397 : tensor<8x16x1xf32>
      %cst_203 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
      %400 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %401 = stablehlo.multiply %400, %399 : tensor<8x16x1xf32>
      %402 = stablehlo.broadcast_in_dim %398, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %403 = stablehlo.multiply %390, %402 : tensor<8x16x32xf32>
      %404 = stablehlo.broadcast_in_dim %343, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %405 = stablehlo.broadcast_in_dim %404, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %406 = stablehlo.multiply %403, %405 : tensor<8x16x32xf32>
      %407 = stablehlo.dot_general %406, %341, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x8xf32>) -> tensor<8x16x8xf32>
      %cst_204 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %408 = stablehlo.reduce(%407 init: %cst_204) applies stablehlo.maximum across dimensions = [2] : (tensor<8x16x8xf32>, tensor<f32>) -> tensor<8x16xf32>
      %cst_205 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %409 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %410 = stablehlo.maximum %409, %408 : tensor<8x16xf32>
      %411 = stablehlo.broadcast_in_dim %410, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %412 = stablehlo.broadcast_in_dim %411, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x8xf32>
      %413 = stablehlo.subtract %407, %412 : tensor<8x16x8xf32>
      %414 = stablehlo.exponential %413 : tensor<8x16x8xf32>
      %cst_206 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %415 = stablehlo.reduce(%414 init: %cst_206) applies stablehlo.add across dimensions = [2] : (tensor<8x16x8xf32>, tensor<f32>) -> tensor<8x16xf32>
      %416 = stablehlo.broadcast_in_dim %415, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %417 = stablehlo.broadcast_in_dim %416, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x8xf32>
      %418 = stablehlo.divide %414, %417 : tensor<8x16x8xf32>
      %419 = stablehlo.multiply %416, %416 : tensor<8x16x1xf32>
      %cst_207 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %420 = stablehlo.broadcast_in_dim %cst_207, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %421 = stablehlo.divide %420, %419 : tensor<8x16x1xf32>
      %422 = func.call @argmax(%418) : (tensor<8x16x8xf32>) -> tensor<8x16xi32>
      %423 = func.call @_one_hot_7(%422, %iterArg_147) : (tensor<8x16xi32>, tensor<1x1x8xi32>) -> tensor<8x16x8xf32>
      %cst_208 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %424 = stablehlo.broadcast_in_dim %cst_208, dims = [] : (tensor<f32>) -> tensor<8x16x8xf32>
      %425 = stablehlo.subtract %424, %423 : tensor<8x16x8xf32>
      %426 = stablehlo.multiply %418, %425 : tensor<8x16x8xf32>
      %427 = func.call @argmax(%426) : (tensor<8x16x8xf32>) -> tensor<8x16xi32>
      %428 = func.call @_one_hot_7(%427, %iterArg_148) : (tensor<8x16xi32>, tensor<1x1x8xi32>) -> tensor<8x16x8xf32>
      %429 = func.call @cumsum(%423) : (tensor<8x16x8xf32>) -> tensor<8x16x8xf32>
      %cst_209 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %430 = stablehlo.broadcast_in_dim %cst_209, dims = [] : (tensor<f32>) -> tensor<8x16x8xf32>
      %431 = stablehlo.subtract %429, %430 : tensor<8x16x8xf32>
      %432 = stablehlo.multiply %431, %423 : tensor<8x16x8xf32>
      %433 = func.call @cumsum(%428) : (tensor<8x16x8xf32>) -> tensor<8x16x8xf32>
      %cst_210 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %434 = stablehlo.broadcast_in_dim %cst_210, dims = [] : (tensor<f32>) -> tensor<8x16x8xf32>
      %435 = stablehlo.subtract %433, %434 : tensor<8x16x8xf32>
      %cst_211 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %436 = stablehlo.reduce(%423 init: %cst_211) applies stablehlo.add across dimensions = [1] : (tensor<8x16x8xf32>, tensor<f32>) -> tensor<8x8xf32>
      %437 = stablehlo.broadcast_in_dim %436, dims = [0, 2] : (tensor<8x8xf32>) -> tensor<8x1x8xf32>
      %438 = stablehlo.broadcast_in_dim %437, dims = [0, 1, 2] : (tensor<8x1x8xf32>) -> tensor<8x16x8xf32>
      %439 = stablehlo.add %435, %438 : tensor<8x16x8xf32>
      %440 = stablehlo.multiply %439, %428 : tensor<8x16x8xf32>
      %441 = stablehlo.multiply %418, %423 : tensor<8x16x8xf32>
      %cst_212 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %442 = stablehlo.reduce(%441 init: %cst_212) applies stablehlo.add across dimensions = [2] : (tensor<8x16x8xf32>, tensor<f32>) -> tensor<8x16xf32>
      %443 = stablehlo.multiply %418, %428 : tensor<8x16x8xf32>
      %cst_213 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %444 = stablehlo.reduce(%443 init: %cst_213) applies stablehlo.add across dimensions = [2] : (tensor<8x16x8xf32>, tensor<f32>) -> tensor<8x16xf32>
      %445 = stablehlo.add %442, %444 : tensor<8x16xf32>
      %cst_214 = stablehlo.constant dense<9.99999971E-10> : tensor<f32>
      %446 = stablehlo.broadcast_in_dim %cst_214, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %447 = stablehlo.add %445, %446 : tensor<8x16xf32>
      %448 = stablehlo.divide %442, %447 : tensor<8x16xf32>
      %449 = stablehlo.multiply %447, %447 : tensor<8x16xf32>
      %cst_215 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %450 = stablehlo.broadcast_in_dim %cst_215, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %451 = stablehlo.divide %450, %449 : tensor<8x16xf32>
      %452 = stablehlo.broadcast_in_dim %448, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1x1xf32>
      %453 = stablehlo.broadcast_in_dim %423, dims = [0, 1, 2] : (tensor<8x16x8xf32>) -> tensor<8x16x8x1xf32>
      %454 = stablehlo.convert %432 : (tensor<8x16x8xf32>) -> tensor<8x16x8xi32>
      %455 = func.call @_one_hot_9(%454, %iterArg_149) : (tensor<8x16x8xi32>, tensor<1x1x1x4xi32>) -> tensor<8x16x8x4xf32>
      %456 = stablehlo.broadcast_in_dim %453, dims = [0, 1, 2, 3] : (tensor<8x16x8x1xf32>) -> tensor<8x16x8x4xf32>
      %457 = stablehlo.multiply %456, %455 : tensor<8x16x8x4xf32>
      %458 = stablehlo.broadcast_in_dim %452, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xf32>) -> tensor<8x16x8x4xf32>
      %459 = stablehlo.multiply %458, %457 : tensor<8x16x8x4xf32>
      %460 = stablehlo.divide %444, %447 : tensor<8x16xf32>
      %461 = stablehlo.multiply %447, %447 : tensor<8x16xf32>
      %cst_216 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %462 = stablehlo.broadcast_in_dim %cst_216, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %463 = stablehlo.divide %462, %461 : tensor<8x16xf32>
      %464 = stablehlo.broadcast_in_dim %460, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1x1xf32>
      %465 = stablehlo.broadcast_in_dim %428, dims = [0, 1, 2] : (tensor<8x16x8xf32>) -> tensor<8x16x8x1xf32>
      %466 = stablehlo.convert %440 : (tensor<8x16x8xf32>) -> tensor<8x16x8xi32>
      %467 = func.call @_one_hot_9(%466, %iterArg_150) : (tensor<8x16x8xi32>, tensor<1x1x1x4xi32>) -> tensor<8x16x8x4xf32>
      %468 = stablehlo.broadcast_in_dim %465, dims = [0, 1, 2, 3] : (tensor<8x16x8x1xf32>) -> tensor<8x16x8x4xf32>
      %469 = stablehlo.multiply %468, %467 : tensor<8x16x8x4xf32>
      %470 = stablehlo.broadcast_in_dim %464, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xf32>) -> tensor<8x16x8x4xf32>
      %471 = stablehlo.multiply %470, %469 : tensor<8x16x8x4xf32>
      %472 = stablehlo.add %459, %471 : tensor<8x16x8x4xf32>
      %cst_217 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %473 = stablehlo.broadcast_in_dim %cst_217, dims = [] : (tensor<f32>) -> tensor<8x16x8x4xf32>
      %474 = stablehlo.compare GT, %472, %473, FLOAT : (tensor<8x16x8x4xf32>, tensor<8x16x8x4xf32>) -> tensor<8x16x8x4xi1>
      %475 = stablehlo.convert %474 : (tensor<8x16x8x4xi1>) -> tensor<8x16x8x4xf32>
      %476 = stablehlo.dot_general %406, %475, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x8x4xf32>) -> tensor<8x32x8x4xf32>
      %477 = stablehlo.transpose %476, dims = [2, 0, 3, 1] : (tensor<8x32x8x4xf32>) -> tensor<8x8x4x32xf32>
      %478 = sdy.sharding_constraint %477 <@mesh, [{"x"}, {}, {}, {}]> : tensor<8x8x4x32xf32>
      %479 = stablehlo.dot_general %478, %344, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x4x32xf32>, tensor<8x32x64xf32>) -> tensor<8x8x4x64xf32>
      %480 = func.call @relu(%479) : (tensor<8x8x4x64xf32>) -> tensor<8x8x4x64xf32>
      %cst_218 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %481 = stablehlo.broadcast_in_dim %cst_218, dims = [] : (tensor<f32>) -> tensor<8x8x4x64xf32>
      %482 = stablehlo.compare GT, %479, %481, FLOAT : (tensor<8x8x4x64xf32>, tensor<8x8x4x64xf32>) -> tensor<8x8x4x64xi1>
      %483 = stablehlo.dot_general %480, %345, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x4x64xf32>, tensor<8x64x32xf32>) -> tensor<8x8x4x32xf32>
      %484 = sdy.sharding_constraint %483 <@mesh, [{"x"}, {}, {}, {}]> : tensor<8x8x4x32xf32>
      %485 = stablehlo.dot_general %472, %484, batching_dims = [0] x [1], contracting_dims = [3, 2] x [2, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x8x4xf32>, tensor<8x8x4x32xf32>) -> tensor<8x16x32xf32>
      %486 = sdy.sharding_constraint %485 <@mesh, [{"x"}, {}, {}]> : tensor<8x16x32xf32>
      %487 = stablehlo.add %390, %486 : tensor<8x16x32xf32>
      %488 = func.call @dynamic_update_index_in_dim(%iterArg_153, %iterArg_152, %iterArg_151) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %489 = func.call @dynamic_update_index_in_dim_10(%iterArg_154, %360, %iterArg_151) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %490 = func.call @dynamic_update_index_in_dim_10(%iterArg_155, %357, %iterArg_151) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %491 = func.call @dynamic_update_index_in_dim_11(%iterArg_156, %363, %iterArg_151) : (tensor<2x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<2x1x1x32xf32>
      %492 = func.call @dynamic_update_index_in_dim(%iterArg_157, %362, %iterArg_151) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %493 = func.call @dynamic_update_index_in_dim(%iterArg_158, %365, %iterArg_151) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %494 = func.call @dynamic_update_index_in_dim_12(%iterArg_159, %367, %iterArg_151) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %495 = func.call @dynamic_update_index_in_dim_12(%iterArg_160, %366, %iterArg_151) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %496 = func.call @dynamic_update_index_in_dim_13(%iterArg_161, %379, %iterArg_151) : (tensor<2x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
      %497 = func.call @dynamic_update_index_in_dim_14(%iterArg_162, %381, %iterArg_151) : (tensor<2x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
      %498 = func.call @dynamic_update_index_in_dim_14(%iterArg_163, %386, %iterArg_151) : (tensor<2x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
      %499 = func.call @dynamic_update_index_in_dim_13(%iterArg_164, %383, %iterArg_151) : (tensor<2x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
      %500 = func.call @dynamic_update_index_in_dim_12(%iterArg_165, %368, %iterArg_151) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %501 = func.call @dynamic_update_index_in_dim_12(%iterArg_166, %388, %iterArg_151) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %502 = func.call @dynamic_update_index_in_dim(%iterArg_167, %390, %iterArg_151) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %503 = func.call @dynamic_update_index_in_dim_10(%iterArg_168, %401, %iterArg_151) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %504 = func.call @dynamic_update_index_in_dim_10(%iterArg_169, %398, %iterArg_151) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %505 = func.call @dynamic_update_index_in_dim_11(%iterArg_170, %404, %iterArg_151) : (tensor<2x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<2x1x1x32xf32>
      %506 = func.call @dynamic_update_index_in_dim(%iterArg_171, %403, %iterArg_151) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %507 = func.call @dynamic_update_index_in_dim(%iterArg_172, %406, %iterArg_151) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %508 = func.call @dynamic_update_index_in_dim_15(%iterArg_173, %414, %iterArg_151) : (tensor<2x8x16x8xf32>, tensor<8x16x8xf32>, tensor<i32>) -> tensor<2x8x16x8xf32>
      %509 = func.call @dynamic_update_index_in_dim_10(%iterArg_174, %416, %iterArg_151) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %510 = func.call @dynamic_update_index_in_dim_10(%iterArg_175, %421, %iterArg_151) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %511 = func.call @dynamic_update_index_in_dim_15(%iterArg_176, %423, %iterArg_151) : (tensor<2x8x16x8xf32>, tensor<8x16x8xf32>, tensor<i32>) -> tensor<2x8x16x8xf32>
      %512 = func.call @dynamic_update_index_in_dim_15(%iterArg_177, %428, %iterArg_151) : (tensor<2x8x16x8xf32>, tensor<8x16x8xf32>, tensor<i32>) -> tensor<2x8x16x8xf32>
      %513 = func.call @dynamic_update_index_in_dim_16(%iterArg_178, %447, %iterArg_151) : (tensor<2x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<2x8x16xf32>
      %514 = func.call @dynamic_update_index_in_dim_16(%iterArg_179, %442, %iterArg_151) : (tensor<2x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<2x8x16xf32>
      %515 = func.call @dynamic_update_index_in_dim_16(%iterArg_180, %451, %iterArg_151) : (tensor<2x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<2x8x16xf32>
      %516 = func.call @dynamic_update_index_in_dim_17(%iterArg_181, %457, %iterArg_151) : (tensor<2x8x16x8x4xf32>, tensor<8x16x8x4xf32>, tensor<i32>) -> tensor<2x8x16x8x4xf32>
      %517 = func.call @dynamic_update_index_in_dim_16(%iterArg_182, %444, %iterArg_151) : (tensor<2x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<2x8x16xf32>
      %518 = func.call @dynamic_update_index_in_dim_16(%iterArg_183, %463, %iterArg_151) : (tensor<2x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<2x8x16xf32>
      %519 = func.call @dynamic_update_index_in_dim_17(%iterArg_184, %469, %iterArg_151) : (tensor<2x8x16x8x4xf32>, tensor<8x16x8x4xf32>, tensor<i32>) -> tensor<2x8x16x8x4xf32>
      %520 = func.call @dynamic_update_index_in_dim_17(%iterArg_185, %475, %iterArg_151) : (tensor<2x8x16x8x4xf32>, tensor<8x16x8x4xf32>, tensor<i32>) -> tensor<2x8x16x8x4xf32>
      %521 = func.call @dynamic_update_index_in_dim_18(%iterArg_186, %478, %iterArg_151) : (tensor<2x8x8x4x32xf32>, tensor<8x8x4x32xf32>, tensor<i32>) -> tensor<2x8x8x4x32xf32>
      %522 = func.call @dynamic_update_index_in_dim_19(%iterArg_187, %482, %iterArg_151) : (tensor<2x8x8x4x64xi1>, tensor<8x8x4x64xi1>, tensor<i32>) -> tensor<2x8x8x4x64xi1>
      %523 = func.call @dynamic_update_index_in_dim_20(%iterArg_188, %480, %iterArg_151) : (tensor<2x8x8x4x64xf32>, tensor<8x8x4x64xf32>, tensor<i32>) -> tensor<2x8x8x4x64xf32>
      %524 = func.call @dynamic_update_index_in_dim_18(%iterArg_189, %484, %iterArg_151) : (tensor<2x8x8x4x32xf32>, tensor<8x8x4x32xf32>, tensor<i32>) -> tensor<2x8x8x4x32xf32>
      %525 = func.call @dynamic_update_index_in_dim_17(%iterArg_190, %472, %iterArg_151) : (tensor<2x8x16x8x4xf32>, tensor<8x16x8x4xf32>, tensor<i32>) -> tensor<2x8x16x8x4xf32>
      %c_219 = stablehlo.constant dense<1> : tensor<i32>
      %526 = stablehlo.add %iterArg_151, %c_219 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_137, %iterArg_138, %iterArg_139, %iterArg_140, %iterArg_141, %iterArg_142, %iterArg_143, %iterArg_144, %iterArg_145, %iterArg_146, %iterArg_147, %iterArg_148, %iterArg_149, %iterArg_150, %526, %487, %488, %489, %490, %491, %492, %493, %494, %495, %496, %497, %498, %499, %500, %501, %502, %503, %504, %505, %506, %507, %508, %509, %510, %511, %512, %513, %514, %515, %516, %517, %518, %519, %520, %521, %522, %523, %524, %525 : tensor<2x32x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x8x32x64xf32>, tensor<2x8x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<1x1x8xi32>, tensor<1x1x8xi32>, tensor<1x1x1x4xi32>, tensor<1x1x1x4xi32>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x8xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x8xf32>, tensor<2x8x16x8xf32>, tensor<2x8x16xf32>, tensor<2x8x16xf32>, tensor<2x8x16xf32>, tensor<2x8x16x8x4xf32>, tensor<2x8x16xf32>, tensor<2x8x16xf32>, tensor<2x8x16x8x4xf32>, tensor<2x8x16x8x4xf32>, tensor<2x8x8x4x32xf32>, tensor<2x8x8x4x64xi1>, tensor<2x8x8x4x64xf32>, tensor<2x8x8x4x32xf32>, tensor<2x8x16x8x4xf32>
    }
    %54 = stablehlo.multiply %53#16, %53#16 : tensor<8x16x32xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%54 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_42 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %58 = stablehlo.divide %56, %57 : tensor<8x16x1xf32>
    %cst_43 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %60 = stablehlo.add %58, %59 : tensor<8x16x1xf32>
    %61 = stablehlo.rsqrt %60 : tensor<8x16x1xf32>
    %62 = stablehlo.divide %61, %60 : tensor<8x16x1xf32>
    %cst_44 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %64 = stablehlo.multiply %63, %62 : tensor<8x16x1xf32>
    %65 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %66 = stablehlo.multiply %53#16, %65 : tensor<8x16x32xf32>
    %67 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %69 = stablehlo.multiply %66, %68 : tensor<8x16x32xf32>
    %70 = stablehlo.dot_general %69, %arg0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<96x32xf32>) -> tensor<8x16x96xf32>
    %cst_45 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %71 = stablehlo.reduce(%70 init: %cst_45) applies stablehlo.maximum across dimensions = [2] : (tensor<8x16x96xf32>, tensor<f32>) -> tensor<8x16xf32>
    %cst_46 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %73 = stablehlo.maximum %72, %71 : tensor<8x16xf32>
    %74 = stablehlo.is_finite %73 : (tensor<8x16xf32>) -> tensor<8x16xi1>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %76 = stablehlo.select %74, %73, %75 : tensor<8x16xi1>, tensor<8x16xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x96xf32>
    %79 = stablehlo.subtract %70, %78 : tensor<8x16x96xf32>
    %80 = stablehlo.exponential %79 : tensor<8x16x96xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %81 = stablehlo.reduce(%80 init: %cst_48) applies stablehlo.add across dimensions = [2] : (tensor<8x16x96xf32>, tensor<f32>) -> tensor<8x16xf32>
    %82 = stablehlo.abs %81 : tensor<8x16xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %84 = stablehlo.compare GE, %81, %83, FLOAT : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
    %85 = stablehlo.log %82 : tensor<8x16xf32>
    %86 = stablehlo.add %85, %76 : tensor<8x16xf32>
    %87 = stablehlo.broadcast_in_dim %arg34, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %88:2 = call @take_along_axis(%70, %87) : (tensor<8x16x96xf32>, tensor<8x16x1xi32>) -> (tensor<8x16x1xf32>, tensor<8x16x1x1xi32>)
    %89 = stablehlo.reshape %88#0 : (tensor<8x16x1xf32>) -> tensor<8x16xf32>
    %90 = stablehlo.subtract %86, %89 : tensor<8x16xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.reduce(%90 init: %cst_50) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_51 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %92 = stablehlo.divide %91, %cst_51 : tensor<f32>
    %cst_52 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_53 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %93 = stablehlo.divide %cst_52, %cst_53 : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %95 = stablehlo.negate %94 : tensor<8x16xf32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %97 = call @take_along_axis_21(%88#1, %96) : (tensor<8x16x1x1xi32>, tensor<8x16x1xf32>) -> tensor<8x16x96xf32>
    %98 = stablehlo.divide %94, %82 : tensor<8x16xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %100 = stablehlo.select %84, %99, %98 : tensor<8x16xi1>, tensor<8x16xf32>
    %101 = stablehlo.select %84, %98, %99 : tensor<8x16xi1>, tensor<8x16xf32>
    %102 = stablehlo.negate %100 : tensor<8x16xf32>
    %103 = stablehlo.add %101, %102 : tensor<8x16xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x96xf32>
    %105 = stablehlo.multiply %104, %80 : tensor<8x16x96xf32>
    %106 = stablehlo.add %97, %105 : tensor<8x16x96xf32>
    %107 = stablehlo.dot_general %106, %69, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x96xf32>, tensor<8x16x32xf32>) -> tensor<96x32xf32>
    %108 = stablehlo.dot_general %106, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x96xf32>, tensor<96x32xf32>) -> tensor<8x16x32xf32>
    %109 = stablehlo.multiply %66, %108 : tensor<8x16x32xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %110 = stablehlo.reduce(%109 init: %cst_55) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %111 = stablehlo.reshape %110 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %112 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %113 = stablehlo.multiply %108, %112 : tensor<8x16x32xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %114 = stablehlo.reduce(%111 init: %cst_56) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %115 = stablehlo.multiply %53#16, %113 : tensor<8x16x32xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %116 = stablehlo.reduce(%115 init: %cst_57) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %117 = stablehlo.reshape %116 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %118 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %119 = stablehlo.multiply %113, %118 : tensor<8x16x32xf32>
    %120 = stablehlo.multiply %117, %64 : tensor<8x16x1xf32>
    %cst_58 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %122 = stablehlo.divide %120, %121 : tensor<8x16x1xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %123 = stablehlo.reduce(%122 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %124 = stablehlo.broadcast_in_dim %123, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %125 = stablehlo.multiply %53#16, %124 : tensor<8x16x32xf32>
    %126 = stablehlo.add %119, %125 : tensor<8x16x32xf32>
    %127 = stablehlo.multiply %124, %53#16 : tensor<8x16x32xf32>
    %128 = stablehlo.add %126, %127 : tensor<8x16x32xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %129 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<2x32x8xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<2x8x32x64xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<2x8x64x32xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %137 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %c_69 = stablehlo.constant dense<0> : tensor<i32>
    %138:57 = stablehlo.while(%iterArg = %53#17, %iterArg_137 = %53#18, %iterArg_138 = %53#19, %iterArg_139 = %53#20, %iterArg_140 = %53#21, %iterArg_141 = %arg9, %iterArg_142 = %53#22, %iterArg_143 = %arg7, %iterArg_144 = %arg10, %iterArg_145 = %53#23, %iterArg_146 = %53#24, %iterArg_147 = %53#25, %iterArg_148 = %53#26, %iterArg_149 = %53#27, %iterArg_150 = %53#28, %iterArg_151 = %53#29, %iterArg_152 = %arg8, %iterArg_153 = %53#30, %iterArg_154 = %53#31, %iterArg_155 = %53#32, %iterArg_156 = %53#33, %iterArg_157 = %53#34, %iterArg_158 = %53#35, %iterArg_159 = %arg1, %iterArg_160 = %53#36, %iterArg_161 = %53#37, %iterArg_162 = %53#38, %iterArg_163 = %53#39, %iterArg_164 = %53#40, %iterArg_165 = %53#41, %iterArg_166 = %53#42, %iterArg_167 = %53#43, %iterArg_168 = %53#44, %iterArg_169 = %53#45, %iterArg_170 = %53#46, %iterArg_171 = %53#47, %iterArg_172 = %53#48, %iterArg_173 = %53#49, %iterArg_174 = %arg5, %iterArg_175 = %53#50, %iterArg_176 = %53#51, %iterArg_177 = %arg6, %iterArg_178 = %53#52, %iterArg_179 = %53#53, %iterArg_180 = %53#54, %iterArg_181 = %10#0, %iterArg_182 = %c_69, %iterArg_183 = %128, %iterArg_184 = %129, %iterArg_185 = %130, %iterArg_186 = %131, %iterArg_187 = %132, %iterArg_188 = %133, %iterArg_189 = %134, %iterArg_190 = %135, %iterArg_191 = %136, %iterArg_192 = %137) : tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x8xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x8xf32>, tensor<2x8x16x8xf32>, tensor<2x8x16xf32>, tensor<2x8x16xf32>, tensor<2x8x16xf32>, tensor<2x8x16x8x4xf32>, tensor<2x8x16xf32>, tensor<2x8x16xf32>, tensor<2x8x16x8x4xf32>, tensor<2x8x16x8x4xf32>, tensor<2x8x32x64xf32>, tensor<2x8x8x4x32xf32>, tensor<2x8x8x4x64xi1>, tensor<2x8x64x32xf32>, tensor<2x8x8x4x64xf32>, tensor<2x8x8x4x32xf32>, tensor<2x8x16x8x4xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x32x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x8x32x64xf32>, tensor<2x8x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>
    cond {
      %c_193 = stablehlo.constant dense<2> : tensor<i32>
      %341 = stablehlo.compare LT, %iterArg_182, %c_193, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %341 : tensor<i1>
    } do {
      %c_193 = stablehlo.constant dense<2> : tensor<i32>
      %341 = stablehlo.subtract %c_193, %iterArg_182 : tensor<i32>
      %c_194 = stablehlo.constant dense<1> : tensor<i32>
      %342 = stablehlo.subtract %341, %c_194 : tensor<i32>
      %343 = func.call @dynamic_index_in_dim_22(%iterArg, %342) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %344 = func.call @dynamic_index_in_dim_23(%iterArg_137, %342) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %345 = func.call @dynamic_index_in_dim_23(%iterArg_138, %342) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %346 = func.call @dynamic_index_in_dim_24(%iterArg_139, %342) : (tensor<2x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %347 = func.call @dynamic_index_in_dim_22(%iterArg_140, %342) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %348 = func.call @dynamic_index_in_dim_4(%iterArg_141, %342) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %349 = func.call @dynamic_index_in_dim_22(%iterArg_142, %342) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %350 = func.call @dynamic_index_in_dim_4(%iterArg_143, %342) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %351 = func.call @dynamic_index_in_dim_4(%iterArg_144, %342) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %352 = func.call @dynamic_index_in_dim_25(%iterArg_145, %342) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %353 = func.call @dynamic_index_in_dim_25(%iterArg_146, %342) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %354 = func.call @dynamic_index_in_dim_26(%iterArg_147, %342) : (tensor<2x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %355 = func.call @dynamic_index_in_dim_27(%iterArg_148, %342) : (tensor<2x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %356 = func.call @dynamic_index_in_dim_27(%iterArg_149, %342) : (tensor<2x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %357 = func.call @dynamic_index_in_dim_26(%iterArg_150, %342) : (tensor<2x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %358 = func.call @dynamic_index_in_dim_25(%iterArg_151, %342) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %359 = func.call @dynamic_index_in_dim_5(%iterArg_152, %342) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %360 = func.call @dynamic_index_in_dim_25(%iterArg_153, %342) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %361 = func.call @dynamic_index_in_dim_22(%iterArg_154, %342) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %362 = func.call @dynamic_index_in_dim_23(%iterArg_155, %342) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %363 = func.call @dynamic_index_in_dim_23(%iterArg_156, %342) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %364 = func.call @dynamic_index_in_dim_24(%iterArg_157, %342) : (tensor<2x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %365 = func.call @dynamic_index_in_dim_22(%iterArg_158, %342) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %366 = func.call @dynamic_index_in_dim(%iterArg_159, %342) : (tensor<2x32x8xf32>, tensor<i32>) -> tensor<32x8xf32>
      %367 = func.call @dynamic_index_in_dim_22(%iterArg_160, %342) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %368 = func.call @dynamic_index_in_dim_28(%iterArg_161, %342) : (tensor<2x8x16x8xf32>, tensor<i32>) -> tensor<8x16x8xf32>
      %369 = func.call @dynamic_index_in_dim_23(%iterArg_162, %342) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %370 = func.call @dynamic_index_in_dim_23(%iterArg_163, %342) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %371 = func.call @dynamic_index_in_dim_28(%iterArg_164, %342) : (tensor<2x8x16x8xf32>, tensor<i32>) -> tensor<8x16x8xf32>
      %372 = func.call @dynamic_index_in_dim_28(%iterArg_165, %342) : (tensor<2x8x16x8xf32>, tensor<i32>) -> tensor<8x16x8xf32>
      %373 = func.call @dynamic_index_in_dim_29(%iterArg_166, %342) : (tensor<2x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %374 = func.call @dynamic_index_in_dim_29(%iterArg_167, %342) : (tensor<2x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %375 = func.call @dynamic_index_in_dim_29(%iterArg_168, %342) : (tensor<2x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %376 = func.call @dynamic_index_in_dim_30(%iterArg_169, %342) : (tensor<2x8x16x8x4xf32>, tensor<i32>) -> tensor<8x16x8x4xf32>
      %377 = func.call @dynamic_index_in_dim_29(%iterArg_170, %342) : (tensor<2x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %378 = func.call @dynamic_index_in_dim_29(%iterArg_171, %342) : (tensor<2x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %379 = func.call @dynamic_index_in_dim_30(%iterArg_172, %342) : (tensor<2x8x16x8x4xf32>, tensor<i32>) -> tensor<8x16x8x4xf32>
      %380 = func.call @dynamic_index_in_dim_30(%iterArg_173, %342) : (tensor<2x8x16x8x4xf32>, tensor<i32>) -> tensor<8x16x8x4xf32>
      %381 = func.call @dynamic_index_in_dim_2(%iterArg_174, %342) : (tensor<2x8x32x64xf32>, tensor<i32>) -> tensor<8x32x64xf32>
      %382 = func.call @dynamic_index_in_dim_31(%iterArg_175, %342) : (tensor<2x8x8x4x32xf32>, tensor<i32>) -> tensor<8x8x4x32xf32>
      %383 = func.call @dynamic_index_in_dim_32(%iterArg_176, %342) : (tensor<2x8x8x4x64xi1>, tensor<i32>) -> tensor<8x8x4x64xi1>
      %384 = func.call @dynamic_index_in_dim_3(%iterArg_177, %342) : (tensor<2x8x64x32xf32>, tensor<i32>) -> tensor<8x64x32xf32>
      %385 = func.call @dynamic_index_in_dim_33(%iterArg_178, %342) : (tensor<2x8x8x4x64xf32>, tensor<i32>) -> tensor<8x8x4x64xf32>
      %386 = func.call @dynamic_index_in_dim_31(%iterArg_179, %342) : (tensor<2x8x8x4x32xf32>, tensor<i32>) -> tensor<8x8x4x32xf32>
      %387 = func.call @dynamic_index_in_dim_30(%iterArg_180, %342) : (tensor<2x8x16x8x4xf32>, tensor<i32>) -> tensor<8x16x8x4xf32>
      %388 = sdy.sharding_constraint %iterArg_183 <@mesh, [{"x"}, {}, {}]> : tensor<8x16x32xf32>
      %389 = stablehlo.dot_general %388, %387, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x8x4xf32>) -> tensor<8x32x8x4xf32>
      %390 = stablehlo.transpose %389, dims = [2, 0, 3, 1] : (tensor<8x32x8x4xf32>) -> tensor<8x8x4x32xf32>
      %391 = stablehlo.dot_general %388, %386, batching_dims = [0] x [1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x8x4x32xf32>) -> tensor<8x16x8x4xf32>
      %392 = sdy.sharding_constraint %390 <@mesh, [{"x"}, {}, {}, {}]> : tensor<8x8x4x32xf32>
      %393 = stablehlo.dot_general %392, %385, batching_dims = [0] x [0], contracting_dims = [1, 2] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x8x4x32xf32>, tensor<8x8x4x64xf32>) -> tensor<8x32x64xf32>
      %394 = stablehlo.transpose %393, dims = [0, 2, 1] : (tensor<8x32x64xf32>) -> tensor<8x64x32xf32>
      %395 = stablehlo.dot_general %392, %384, batching_dims = [0] x [0], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x8x4x32xf32>, tensor<8x64x32xf32>) -> tensor<8x8x4x64xf32>
      %cst_195 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %396 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f32>) -> tensor<8x8x4x64xf32>
      %397 = stablehlo.select %383, %395, %396 : tensor<8x8x4x64xi1>, tensor<8x8x4x64xf32>
      %398 = stablehlo.dot_general %397, %382, batching_dims = [0] x [0], contracting_dims = [1, 2] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x8x4x64xf32>, tensor<8x8x4x32xf32>) -> tensor<8x64x32xf32>
      %399 = stablehlo.transpose %398, dims = [0, 2, 1] : (tensor<8x64x32xf32>) -> tensor<8x32x64xf32>
      %400 = stablehlo.dot_general %397, %381, batching_dims = [0] x [0], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x8x4x64xf32>, tensor<8x32x64xf32>) -> tensor<8x8x4x32xf32>
      %401 = sdy.sharding_constraint %400 <@mesh, [{"x"}, {}, {}, {}]> : tensor<8x8x4x32xf32>
      %402 = stablehlo.transpose %401, dims = [1, 3, 0, 2] : (tensor<8x8x4x32xf32>) -> tensor<8x32x8x4xf32>
      %403 = stablehlo.dot_general %402, %380, batching_dims = [0] x [0], contracting_dims = [2, 3] x [2, 3], precision = [DEFAULT, DEFAULT] : (tensor<8x32x8x4xf32>, tensor<8x16x8x4xf32>) -> tensor<8x32x16xf32>
      %404 = stablehlo.transpose %403, dims = [0, 2, 1] : (tensor<8x32x16xf32>) -> tensor<8x16x32xf32>
      %405 = stablehlo.multiply %391, %379 : tensor<8x16x8x4xf32>
      %cst_196 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %406 = stablehlo.reduce(%405 init: %cst_196) applies stablehlo.add across dimensions = [2, 3] : (tensor<8x16x8x4xf32>, tensor<f32>) -> tensor<8x16xf32>
      %407 = stablehlo.reshape %406 : (tensor<8x16xf32>) -> tensor<8x16x1x1xf32>
      %cst_197 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %408 = stablehlo.reduce(%407 init: %cst_197) applies stablehlo.add across dimensions = [2, 3] : (tensor<8x16x1x1xf32>, tensor<f32>) -> tensor<8x16xf32>
      %409 = stablehlo.multiply %408, %378 : tensor<8x16xf32>
      %410 = stablehlo.multiply %409, %377 : tensor<8x16xf32>
      %411 = stablehlo.negate %410 : tensor<8x16xf32>
      %412 = stablehlo.divide %408, %373 : tensor<8x16xf32>
      %413 = stablehlo.multiply %391, %376 : tensor<8x16x8x4xf32>
      %cst_198 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %414 = stablehlo.reduce(%413 init: %cst_198) applies stablehlo.add across dimensions = [2, 3] : (tensor<8x16x8x4xf32>, tensor<f32>) -> tensor<8x16xf32>
      %415 = stablehlo.reshape %414 : (tensor<8x16xf32>) -> tensor<8x16x1x1xf32>
      %cst_199 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %416 = stablehlo.reduce(%415 init: %cst_199) applies stablehlo.add across dimensions = [2, 3] : (tensor<8x16x1x1xf32>, tensor<f32>) -> tensor<8x16xf32>
      %417 = stablehlo.multiply %416, %375 : tensor<8x16xf32>
      %418 = stablehlo.multiply %417, %374 : tensor<8x16xf32>
      %419 = stablehlo.negate %418 : tensor<8x16xf32>
      %420 = stablehlo.add %411, %419 : tensor<8x16xf32>
      %421 = stablehlo.divide %416, %373 : tensor<8x16xf32>
      %422 = stablehlo.add %421, %420 : tensor<8x16xf32>
      %423 = stablehlo.add %412, %420 : tensor<8x16xf32>
      %424 = stablehlo.broadcast_in_dim %423, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x8xf32>
      %425 = stablehlo.multiply %424, %372 : tensor<8x16x8xf32>
      %426 = stablehlo.broadcast_in_dim %422, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x8xf32>
      %427 = stablehlo.multiply %426, %371 : tensor<8x16x8xf32>
      %428 = stablehlo.add %425, %427 : tensor<8x16x8xf32>
      %429 = stablehlo.broadcast_in_dim %370, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x8xf32>
      %430 = stablehlo.multiply %428, %429 : tensor<8x16x8xf32>
      %431 = stablehlo.multiply %430, %368 : tensor<8x16x8xf32>
      %cst_200 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %432 = stablehlo.reduce(%431 init: %cst_200) applies stablehlo.add across dimensions = [2] : (tensor<8x16x8xf32>, tensor<f32>) -> tensor<8x16xf32>
      %433 = stablehlo.reshape %432 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %434 = stablehlo.negate %433 : tensor<8x16x1xf32>
      %435 = stablehlo.broadcast_in_dim %369, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x8xf32>
      %436 = stablehlo.divide %428, %435 : tensor<8x16x8xf32>
      %cst_201 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %437 = stablehlo.reduce(%434 init: %cst_201) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
      %438 = stablehlo.broadcast_in_dim %437, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x8xf32>
      %439 = stablehlo.add %436, %438 : tensor<8x16x8xf32>
      %440 = stablehlo.multiply %439, %368 : tensor<8x16x8xf32>
      %441 = stablehlo.dot_general %440, %367, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x8xf32>, tensor<8x16x32xf32>) -> tensor<8x32xf32>
      %442 = stablehlo.transpose %441, dims = [1, 0] : (tensor<8x32xf32>) -> tensor<32x8xf32>
      %443 = stablehlo.dot_general %440, %366, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x8xf32>, tensor<32x8xf32>) -> tensor<8x16x32xf32>
      %444 = stablehlo.add %404, %443 : tensor<8x16x32xf32>
      %445 = stablehlo.multiply %365, %444 : tensor<8x16x32xf32>
      %cst_202 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %446 = stablehlo.reduce(%445 init: %cst_202) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
      %447 = stablehlo.reshape %446 : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %448 = stablehlo.broadcast_in_dim %364, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %449 = stablehlo.multiply %444, %448 : tensor<8x16x32xf32>
      %cst_203 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %450 = stablehlo.reduce(%447 init: %cst_203) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
      %451 = stablehlo.multiply %361, %449 : tensor<8x16x32xf32>
      %cst_204 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %452 = stablehlo.reduce(%451 init: %cst_204) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %453 = stablehlo.reshape %452 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %454 = stablehlo.broadcast_in_dim %363, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %455 = stablehlo.multiply %449, %454 : tensor<8x16x32xf32>
      %456 = stablehlo.add %iterArg_183, %455 : tensor<8x16x32xf32>
      %457 = stablehlo.multiply %453, %362 : tensor<8x16x1xf32>
      %cst_205 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %458 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %459 = stablehlo.divide %457, %458 : tensor<8x16x1xf32>
      %cst_206 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %460 = stablehlo.reduce(%459 init: %cst_206) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
      %461 = stablehlo.broadcast_in_dim %460, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
      %462 = stablehlo.multiply %361, %461 : tensor<8x16x32xf32>
      %463 = stablehlo.add %456, %462 : tensor<8x16x32xf32>
      %464 = stablehlo.multiply %461, %361 : tensor<8x16x32xf32>
      %465 = stablehlo.add %463, %464 : tensor<8x16x32xf32>
      %466 = stablehlo.dot_general %465, %360, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
      %467 = stablehlo.transpose %466, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
      %468 = stablehlo.dot_general %465, %359, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
      %469 = stablehlo.transpose %468, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf32>) -> tensor<8x4x8x16xf32>
      %470 = stablehlo.dot_general %469, %358, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
      %471 = stablehlo.dot_general %469, %357, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
      %472 = stablehlo.transpose %471, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
      %473 = stablehlo.broadcast_in_dim %356, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %474 = stablehlo.multiply %470, %473 : tensor<8x4x16x16xf32>
      %475 = stablehlo.multiply %474, %354 : tensor<8x4x16x16xf32>
      %cst_207 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %476 = stablehlo.reduce(%475 init: %cst_207) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %477 = stablehlo.reshape %476 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %478 = stablehlo.negate %477 : tensor<8x4x16x1xf32>
      %479 = stablehlo.broadcast_in_dim %355, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %480 = stablehlo.divide %470, %479 : tensor<8x4x16x16xf32>
      %cst_208 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %481 = stablehlo.reduce(%478 init: %cst_208) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %482 = stablehlo.broadcast_in_dim %481, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
      %483 = stablehlo.add %480, %482 : tensor<8x4x16x16xf32>
      %484 = stablehlo.multiply %483, %354 : tensor<8x4x16x16xf32>
      %485 = func.call @_where_34(%iterArg_181, %484) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
      %cst_209 = stablehlo.constant dense<2.82842708> : tensor<f32>
      %486 = stablehlo.broadcast_in_dim %cst_209, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
      %487 = stablehlo.divide %485, %486 : tensor<8x4x16x16xf32>
      %488 = stablehlo.dot_general %487, %353, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
      %489 = stablehlo.transpose %488, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
      %490 = stablehlo.dot_general %487, %352, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
      %491 = stablehlo.transpose %490, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
      %492 = stablehlo.dot_general %472, %349, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %493 = stablehlo.transpose %492, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %494 = stablehlo.dot_general %472, %351, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %495 = stablehlo.dot_general %489, %349, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %496 = stablehlo.transpose %495, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %497 = stablehlo.dot_general %489, %350, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %498 = stablehlo.add %494, %497 : tensor<8x16x32xf32>
      %499 = stablehlo.dot_general %491, %349, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %500 = stablehlo.transpose %499, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %501 = stablehlo.dot_general %491, %348, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %502 = stablehlo.add %498, %501 : tensor<8x16x32xf32>
      %503 = stablehlo.multiply %347, %502 : tensor<8x16x32xf32>
      %cst_210 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %504 = stablehlo.reduce(%503 init: %cst_210) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
      %505 = stablehlo.reshape %504 : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %506 = stablehlo.broadcast_in_dim %346, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %507 = stablehlo.multiply %502, %506 : tensor<8x16x32xf32>
      %cst_211 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %508 = stablehlo.reduce(%505 init: %cst_211) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
      %509 = stablehlo.multiply %343, %507 : tensor<8x16x32xf32>
      %cst_212 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %510 = stablehlo.reduce(%509 init: %cst_212) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %511 = stablehlo.reshape %510 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %512 = stablehlo.broadcast_in_dim %345, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %513 = stablehlo.multiply %507, %512 : tensor<8x16x32xf32>
      %514 = stablehlo.add %465, %513 : tensor<8x16x32xf32>
      %515 = stablehlo.multiply %511, %344 : tensor<8x16x1xf32>
      %cst_213 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %516 = stablehlo.broadcast_in_dim %cst_213, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %517 = stablehlo.divide %515, %516 : tensor<8x16x1xf32>
      %cst_214 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %518 = stablehlo.reduce(%517 init: %cst_214) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
      %519 = stablehlo.broadcast_in_dim %518, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
      %520 = stablehlo.multiply %343, %519 : tensor<8x16x32xf32>
      %521 = stablehlo.add %514, %520 : tensor<8x16x32xf32>
      %522 = stablehlo.multiply %519, %343 : tensor<8x16x32xf32>
      %523 = stablehlo.add %521, %522 : tensor<8x16x32xf32>
      %524 = func.call @dynamic_update_index_in_dim_35(%iterArg_184, %442, %342) : (tensor<2x32x8xf32>, tensor<32x8xf32>, tensor<i32>) -> tensor<2x32x8xf32>
      %525 = func.call @dynamic_update_index_in_dim_36(%iterArg_185, %508, %342) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %526 = func.call @dynamic_update_index_in_dim_36(%iterArg_186, %450, %342) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %527 = func.call @dynamic_update_index_in_dim_37(%iterArg_187, %399, %342) : (tensor<2x8x32x64xf32>, tensor<8x32x64xf32>, tensor<i32>) -> tensor<2x8x32x64xf32>
      %528 = func.call @dynamic_update_index_in_dim_38(%iterArg_188, %394, %342) : (tensor<2x8x64x32xf32>, tensor<8x64x32xf32>, tensor<i32>) -> tensor<2x8x64x32xf32>
      %529 = func.call @dynamic_update_index_in_dim_39(%iterArg_189, %496, %342) : (tensor<2x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<2x32x4x8xf32>
      %530 = func.call @dynamic_update_index_in_dim_40(%iterArg_190, %467, %342) : (tensor<2x4x8x32xf32>, tensor<4x8x32xf32>, tensor<i32>) -> tensor<2x4x8x32xf32>
      %531 = func.call @dynamic_update_index_in_dim_39(%iterArg_191, %500, %342) : (tensor<2x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<2x32x4x8xf32>
      %532 = func.call @dynamic_update_index_in_dim_39(%iterArg_192, %493, %342) : (tensor<2x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<2x32x4x8xf32>
      %c_215 = stablehlo.constant dense<1> : tensor<i32>
      %533 = stablehlo.add %iterArg_182, %c_215 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_137, %iterArg_138, %iterArg_139, %iterArg_140, %iterArg_141, %iterArg_142, %iterArg_143, %iterArg_144, %iterArg_145, %iterArg_146, %iterArg_147, %iterArg_148, %iterArg_149, %iterArg_150, %iterArg_151, %iterArg_152, %iterArg_153, %iterArg_154, %iterArg_155, %iterArg_156, %iterArg_157, %iterArg_158, %iterArg_159, %iterArg_160, %iterArg_161, %iterArg_162, %iterArg_163, %iterArg_164, %iterArg_165, %iterArg_166, %iterArg_167, %iterArg_168, %iterArg_169, %iterArg_170, %iterArg_171, %iterArg_172, %iterArg_173, %iterArg_174, %iterArg_175, %iterArg_176, %iterArg_177, %iterArg_178, %iterArg_179, %iterArg_180, %iterArg_181, %533, %523, %524, %525, %526, %527, %528, %529, %530, %531, %532 : tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x8xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x8xf32>, tensor<2x8x16x8xf32>, tensor<2x8x16xf32>, tensor<2x8x16xf32>, tensor<2x8x16xf32>, tensor<2x8x16x8x4xf32>, tensor<2x8x16xf32>, tensor<2x8x16xf32>, tensor<2x8x16x8x4xf32>, tensor<2x8x16x8x4xf32>, tensor<2x8x32x64xf32>, tensor<2x8x8x4x32xf32>, tensor<2x8x8x4x64xi1>, tensor<2x8x64x32xf32>, tensor<2x8x8x4x64xf32>, tensor<2x8x8x4x32xf32>, tensor<2x8x16x8x4xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x32x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x8x32x64xf32>, tensor<2x8x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>
    }
    %139 = sdy.sharding_constraint %138#47 <@mesh, [{"x"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %140 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %141 = "stablehlo.scatter"(%140, %5, %139) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg35: tensor<f32>, %arg36: tensor<f32>):
      %341 = stablehlo.add %arg35, %arg36 : tensor<f32>
      stablehlo.return %341 : tensor<f32>
    }) : (tensor<96x32xf32>, tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<96x32xf32>
    %142 = stablehlo.add %107, %141 : tensor<96x32xf32>
    %cst_71 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %144 = stablehlo.multiply %143, %arg11 : tensor<96x32xf32>
    %cst_72 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %146 = stablehlo.multiply %145, %142 : tensor<96x32xf32>
    %147 = stablehlo.add %144, %146 : tensor<96x32xf32>
    %cst_73 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<2x32x8xf32>
    %149 = stablehlo.multiply %148, %arg12 : tensor<2x32x8xf32>
    %cst_74 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<2x32x8xf32>
    %151 = stablehlo.multiply %150, %138#48 : tensor<2x32x8xf32>
    %152 = stablehlo.add %149, %151 : tensor<2x32x8xf32>
    %cst_75 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %154 = stablehlo.multiply %153, %arg13 : tensor<2x32xf32>
    %cst_76 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %156 = stablehlo.multiply %155, %138#49 : tensor<2x32xf32>
    %157 = stablehlo.add %154, %156 : tensor<2x32xf32>
    %cst_77 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %159 = stablehlo.multiply %158, %arg14 : tensor<2x32xf32>
    %cst_78 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %161 = stablehlo.multiply %160, %138#50 : tensor<2x32xf32>
    %162 = stablehlo.add %159, %161 : tensor<2x32xf32>
    %cst_79 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %164 = stablehlo.multiply %163, %arg15 : tensor<32xf32>
    %cst_80 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %166 = stablehlo.multiply %165, %114 : tensor<32xf32>
    %167 = stablehlo.add %164, %166 : tensor<32xf32>
    %cst_81 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<2x8x32x64xf32>
    %169 = stablehlo.multiply %168, %arg16 : tensor<2x8x32x64xf32>
    %cst_82 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<2x8x32x64xf32>
    %171 = stablehlo.multiply %170, %138#51 : tensor<2x8x32x64xf32>
    %172 = stablehlo.add %169, %171 : tensor<2x8x32x64xf32>
    %cst_83 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<2x8x64x32xf32>
    %174 = stablehlo.multiply %173, %arg17 : tensor<2x8x64x32xf32>
    %cst_84 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<2x8x64x32xf32>
    %176 = stablehlo.multiply %175, %138#52 : tensor<2x8x64x32xf32>
    %177 = stablehlo.add %174, %176 : tensor<2x8x64x32xf32>
    %cst_85 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %179 = stablehlo.multiply %178, %arg18 : tensor<2x32x4x8xf32>
    %cst_86 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %181 = stablehlo.multiply %180, %138#53 : tensor<2x32x4x8xf32>
    %182 = stablehlo.add %179, %181 : tensor<2x32x4x8xf32>
    %cst_87 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %184 = stablehlo.multiply %183, %arg19 : tensor<2x4x8x32xf32>
    %cst_88 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %186 = stablehlo.multiply %185, %138#54 : tensor<2x4x8x32xf32>
    %187 = stablehlo.add %184, %186 : tensor<2x4x8x32xf32>
    %cst_89 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %188 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %189 = stablehlo.multiply %188, %arg20 : tensor<2x32x4x8xf32>
    %cst_90 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %191 = stablehlo.multiply %190, %138#55 : tensor<2x32x4x8xf32>
    %192 = stablehlo.add %189, %191 : tensor<2x32x4x8xf32>
    %cst_91 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %194 = stablehlo.multiply %193, %arg21 : tensor<2x32x4x8xf32>
    %cst_92 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %195 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %196 = stablehlo.multiply %195, %138#56 : tensor<2x32x4x8xf32>
    %197 = stablehlo.add %194, %196 : tensor<2x32x4x8xf32>
    %cst_93 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %199 = stablehlo.multiply %198, %arg22 : tensor<96x32xf32>
    %cst_94 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %201 = stablehlo.multiply %200, %142 : tensor<96x32xf32>
    %202 = stablehlo.multiply %201, %142 : tensor<96x32xf32>
    %203 = stablehlo.add %199, %202 : tensor<96x32xf32>
    %cst_95 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<2x32x8xf32>
    %205 = stablehlo.multiply %204, %arg23 : tensor<2x32x8xf32>
    %cst_96 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %206 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<2x32x8xf32>
    %207 = stablehlo.multiply %206, %138#48 : tensor<2x32x8xf32>
    %208 = stablehlo.multiply %207, %138#48 : tensor<2x32x8xf32>
    %209 = stablehlo.add %205, %208 : tensor<2x32x8xf32>
    %cst_97 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %211 = stablehlo.multiply %210, %arg24 : tensor<2x32xf32>
    %cst_98 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %213 = stablehlo.multiply %212, %138#49 : tensor<2x32xf32>
    %214 = stablehlo.multiply %213, %138#49 : tensor<2x32xf32>
    %215 = stablehlo.add %211, %214 : tensor<2x32xf32>
    %cst_99 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %216 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %217 = stablehlo.multiply %216, %arg25 : tensor<2x32xf32>
    %cst_100 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %218 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %219 = stablehlo.multiply %218, %138#50 : tensor<2x32xf32>
    %220 = stablehlo.multiply %219, %138#50 : tensor<2x32xf32>
    %221 = stablehlo.add %217, %220 : tensor<2x32xf32>
    %cst_101 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %222 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %223 = stablehlo.multiply %222, %arg26 : tensor<32xf32>
    %cst_102 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %225 = stablehlo.multiply %224, %114 : tensor<32xf32>
    %226 = stablehlo.multiply %225, %114 : tensor<32xf32>
    %227 = stablehlo.add %223, %226 : tensor<32xf32>
    %cst_103 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<2x8x32x64xf32>
    %229 = stablehlo.multiply %228, %arg27 : tensor<2x8x32x64xf32>
    %cst_104 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<2x8x32x64xf32>
    %231 = stablehlo.multiply %230, %138#51 : tensor<2x8x32x64xf32>
    %232 = stablehlo.multiply %231, %138#51 : tensor<2x8x32x64xf32>
    %233 = stablehlo.add %229, %232 : tensor<2x8x32x64xf32>
    %cst_105 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<2x8x64x32xf32>
    %235 = stablehlo.multiply %234, %arg28 : tensor<2x8x64x32xf32>
    %cst_106 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %236 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<2x8x64x32xf32>
    %237 = stablehlo.multiply %236, %138#52 : tensor<2x8x64x32xf32>
    %238 = stablehlo.multiply %237, %138#52 : tensor<2x8x64x32xf32>
    %239 = stablehlo.add %235, %238 : tensor<2x8x64x32xf32>
    %cst_107 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %240 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %241 = stablehlo.multiply %240, %arg29 : tensor<2x32x4x8xf32>
    %cst_108 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %243 = stablehlo.multiply %242, %138#53 : tensor<2x32x4x8xf32>
    %244 = stablehlo.multiply %243, %138#53 : tensor<2x32x4x8xf32>
    %245 = stablehlo.add %241, %244 : tensor<2x32x4x8xf32>
    %cst_109 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %246 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %247 = stablehlo.multiply %246, %arg30 : tensor<2x4x8x32xf32>
    %cst_110 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %248 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %249 = stablehlo.multiply %248, %138#54 : tensor<2x4x8x32xf32>
    %250 = stablehlo.multiply %249, %138#54 : tensor<2x4x8x32xf32>
    %251 = stablehlo.add %247, %250 : tensor<2x4x8x32xf32>
    %cst_111 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %253 = stablehlo.multiply %252, %arg31 : tensor<2x32x4x8xf32>
    %cst_112 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %255 = stablehlo.multiply %254, %138#55 : tensor<2x32x4x8xf32>
    %256 = stablehlo.multiply %255, %138#55 : tensor<2x32x4x8xf32>
    %257 = stablehlo.add %253, %256 : tensor<2x32x4x8xf32>
    %cst_113 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %258 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %259 = stablehlo.multiply %258, %arg32 : tensor<2x32x4x8xf32>
    %cst_114 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %261 = stablehlo.multiply %260, %138#56 : tensor<2x32x4x8xf32>
    %262 = stablehlo.multiply %261, %138#56 : tensor<2x32x4x8xf32>
    %263 = stablehlo.add %259, %262 : tensor<2x32x4x8xf32>
    %cst_115 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %264 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %265 = stablehlo.multiply %264, %147 : tensor<96x32xf32>
    %266 = stablehlo.sqrt %203 : tensor<96x32xf32>
    %cst_116 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %268 = stablehlo.add %266, %267 : tensor<96x32xf32>
    %269 = stablehlo.divide %265, %268 : tensor<96x32xf32>
    %270 = stablehlo.subtract %arg0, %269 : tensor<96x32xf32>
    %cst_117 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %271 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<2x32x8xf32>
    %272 = stablehlo.multiply %271, %152 : tensor<2x32x8xf32>
    %273 = stablehlo.sqrt %209 : tensor<2x32x8xf32>
    %cst_118 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %274 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<2x32x8xf32>
    %275 = stablehlo.add %273, %274 : tensor<2x32x8xf32>
    %276 = stablehlo.divide %272, %275 : tensor<2x32x8xf32>
    %277 = stablehlo.subtract %arg1, %276 : tensor<2x32x8xf32>
    %cst_119 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %278 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %279 = stablehlo.multiply %278, %157 : tensor<2x32xf32>
    %280 = stablehlo.sqrt %215 : tensor<2x32xf32>
    %cst_120 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %281 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %282 = stablehlo.add %280, %281 : tensor<2x32xf32>
    %283 = stablehlo.divide %279, %282 : tensor<2x32xf32>
    %284 = stablehlo.subtract %arg2, %283 : tensor<2x32xf32>
    %cst_121 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %285 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %286 = stablehlo.multiply %285, %162 : tensor<2x32xf32>
    %287 = stablehlo.sqrt %221 : tensor<2x32xf32>
    %cst_122 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %288 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %289 = stablehlo.add %287, %288 : tensor<2x32xf32>
    %290 = stablehlo.divide %286, %289 : tensor<2x32xf32>
    %291 = stablehlo.subtract %arg3, %290 : tensor<2x32xf32>
    %cst_123 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %292 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %293 = stablehlo.multiply %292, %167 : tensor<32xf32>
    %294 = stablehlo.sqrt %227 : tensor<32xf32>
    %cst_124 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %295 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %296 = stablehlo.add %294, %295 : tensor<32xf32>
    %297 = stablehlo.divide %293, %296 : tensor<32xf32>
    %298 = stablehlo.subtract %arg4, %297 : tensor<32xf32>
    %cst_125 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %299 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<2x8x32x64xf32>
    %300 = stablehlo.multiply %299, %172 : tensor<2x8x32x64xf32>
    %301 = stablehlo.sqrt %233 : tensor<2x8x32x64xf32>
    %cst_126 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %302 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<2x8x32x64xf32>
    %303 = stablehlo.add %301, %302 : tensor<2x8x32x64xf32>
    %304 = stablehlo.divide %300, %303 : tensor<2x8x32x64xf32>
    %305 = stablehlo.subtract %arg5, %304 : tensor<2x8x32x64xf32>
    %cst_127 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %306 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<2x8x64x32xf32>
    %307 = stablehlo.multiply %306, %177 : tensor<2x8x64x32xf32>
    %308 = stablehlo.sqrt %239 : tensor<2x8x64x32xf32>
    %cst_128 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %309 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<2x8x64x32xf32>
    %310 = stablehlo.add %308, %309 : tensor<2x8x64x32xf32>
    %311 = stablehlo.divide %307, %310 : tensor<2x8x64x32xf32>
    %312 = stablehlo.subtract %arg6, %311 : tensor<2x8x64x32xf32>
    %cst_129 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %313 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %314 = stablehlo.multiply %313, %182 : tensor<2x32x4x8xf32>
    %315 = stablehlo.sqrt %245 : tensor<2x32x4x8xf32>
    %cst_130 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %316 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %317 = stablehlo.add %315, %316 : tensor<2x32x4x8xf32>
    %318 = stablehlo.divide %314, %317 : tensor<2x32x4x8xf32>
    %319 = stablehlo.subtract %arg7, %318 : tensor<2x32x4x8xf32>
    %cst_131 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %320 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %321 = stablehlo.multiply %320, %187 : tensor<2x4x8x32xf32>
    %322 = stablehlo.sqrt %251 : tensor<2x4x8x32xf32>
    %cst_132 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %323 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %324 = stablehlo.add %322, %323 : tensor<2x4x8x32xf32>
    %325 = stablehlo.divide %321, %324 : tensor<2x4x8x32xf32>
    %326 = stablehlo.subtract %arg8, %325 : tensor<2x4x8x32xf32>
    %cst_133 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %327 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %328 = stablehlo.multiply %327, %192 : tensor<2x32x4x8xf32>
    %329 = stablehlo.sqrt %257 : tensor<2x32x4x8xf32>
    %cst_134 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %330 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %331 = stablehlo.add %329, %330 : tensor<2x32x4x8xf32>
    %332 = stablehlo.divide %328, %331 : tensor<2x32x4x8xf32>
    %333 = stablehlo.subtract %arg9, %332 : tensor<2x32x4x8xf32>
    %cst_135 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %334 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %335 = stablehlo.multiply %334, %197 : tensor<2x32x4x8xf32>
    %336 = stablehlo.sqrt %263 : tensor<2x32x4x8xf32>
    %cst_136 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %338 = stablehlo.add %336, %337 : tensor<2x32x4x8xf32>
    %339 = stablehlo.divide %335, %338 : tensor<2x32x4x8xf32>
    %340 = stablehlo.subtract %arg10, %339 : tensor<2x32x4x8xf32>
    return %92, %270, %277, %284, %291, %298, %305, %312, %319, %326, %333, %340, %147, %152, %157, %162, %167, %172, %177, %182, %187, %192, %197, %203, %209, %215, %221, %227, %233, %239, %245, %251, %257, %263 : tensor<f32>, tensor<96x32xf32>, tensor<2x32x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<32xf32>, tensor<2x8x32x64xf32>, tensor<2x8x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<96x32xf32>, tensor<2x32x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<32xf32>, tensor<2x8x32x64xf32>, tensor<2x8x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<96x32xf32>, tensor<2x32x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<32xf32>, tensor<2x8x32x64xf32>, tensor<2x8x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>
  }
  func.func private @tril(%arg0: tensor<16x16xi1>) -> tensor<16x16xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<16x16xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x16xi32>
    %2 = stablehlo.add %0, %1 : tensor<16x16xi32>
    %3 = stablehlo.iota dim = 1 : tensor<16x16xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<16x16xi1>, tensor<16x16xi1>
    return %6 : tensor<16x16xi1>
  }
  func.func private @_where(%arg0: tensor<16x16xi1>, %arg1: tensor<f32>) -> (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<16x16xi1>) -> tensor<8x4x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    return %1, %2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
  }
  func.func private @_one_hot() -> tensor<1x1x8xi32> {
    %0 = stablehlo.iota dim = 2 : tensor<1x1x8xi32>
    return %0 : tensor<1x1x8xi32>
  }
  func.func private @_one_hot_0() -> tensor<1x1x1x4xi32> {
    %0 = stablehlo.iota dim = 3 : tensor<1x1x1x4xi32>
    return %0 : tensor<1x1x1x4xi32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x32x8xf32>, %arg1: tensor<i32>) -> tensor<32x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 32, 8] : (tensor<2x32x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x8xf32>) -> tensor<32x8xf32>
    return %1 : tensor<32x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<2x32xf32>, %arg1: tensor<i32>) -> tensor<32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 32] : (tensor<2x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32xf32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<2x8x32x64xf32>, %arg1: tensor<i32>) -> tensor<8x32x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 32, 64] : (tensor<2x8x32x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x32x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x32x64xf32>) -> tensor<8x32x64xf32>
    return %1 : tensor<8x32x64xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<2x8x64x32xf32>, %arg1: tensor<i32>) -> tensor<8x64x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 64, 32] : (tensor<2x8x64x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x64x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x64x32xf32>) -> tensor<8x64x32xf32>
    return %1 : tensor<8x64x32xf32>
  }
  func.func private @dynamic_index_in_dim_4(%arg0: tensor<2x32x4x8xf32>, %arg1: tensor<i32>) -> tensor<32x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 32, 4, 8] : (tensor<2x32x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x4x8xf32>) -> tensor<32x4x8xf32>
    return %1 : tensor<32x4x8xf32>
  }
  func.func private @dynamic_index_in_dim_5(%arg0: tensor<2x4x8x32xf32>, %arg1: tensor<i32>) -> tensor<4x8x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 8, 32] : (tensor<2x4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x8x32xf32>) -> tensor<4x8x32xf32>
    return %1 : tensor<4x8x32xf32>
  }
  func.func private @_where_6(%arg0: tensor<8x4x16x16xf32>, %arg1: tensor<8x4x16x16xi1>, %arg2: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %0 : tensor<8x4x16x16xf32>
  }
  func.func private @argmax(%arg0: tensor<8x16x8xf32>) -> tensor<8x16xi32> {
    %0 = stablehlo.iota dim = 2 : tensor<8x16x8xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [2] : (tensor<8x16x8xf32>, tensor<8x16x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<8x16xf32>, tensor<8x16xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<8x16xi32>
  }
  func.func private @_one_hot_7(%arg0: tensor<8x16xi32>, %arg1: tensor<1x1x8xi32>) -> tensor<8x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<8x16x1xi32>) -> tensor<8x16x8xi32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2] : (tensor<1x1x8xi32>) -> tensor<8x16x8xi32>
    %3 = stablehlo.compare EQ, %1, %2, SIGNED : (tensor<8x16x8xi32>, tensor<8x16x8xi32>) -> tensor<8x16x8xi1>
    %4 = stablehlo.convert %3 : (tensor<8x16x8xi1>) -> tensor<8x16x8xf32>
    return %4 : tensor<8x16x8xf32>
  }
  func.func private @cumsum(%arg0: tensor<8x16x8xf32>) -> tensor<8x16x8xf32> {
    %0 = call @cumsum_8(%arg0) : (tensor<8x16x8xf32>) -> tensor<8x16x8xf32>
    return %0 : tensor<8x16x8xf32>
  }
  func.func private @cumsum_8(%arg0: tensor<8x16x8xf32>) -> tensor<8x16x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [15, 0], [0, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 16, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x16x8xf32>, tensor<f32>) -> tensor<8x16x8xf32>
    return %1 : tensor<8x16x8xf32>
  }
  func.func private @_one_hot_9(%arg0: tensor<8x16x8xi32>, %arg1: tensor<1x1x1x4xi32>) -> tensor<8x16x8x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2] : (tensor<8x16x8xi32>) -> tensor<8x16x8x1xi32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2, 3] : (tensor<8x16x8x1xi32>) -> tensor<8x16x8x4xi32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xi32>) -> tensor<8x16x8x4xi32>
    %3 = stablehlo.compare EQ, %1, %2, SIGNED : (tensor<8x16x8x4xi32>, tensor<8x16x8x4xi32>) -> tensor<8x16x8x4xi1>
    %4 = stablehlo.convert %3 : (tensor<8x16x8x4xi1>) -> tensor<8x16x8x4xf32>
    return %4 : tensor<8x16x8x4xf32>
  }
  func.func private @relu(%arg0: tensor<8x8x4x64xf32>) -> tensor<8x8x4x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8x4x64xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x8x4x64xf32>
    return %1 : tensor<8x8x4x64xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2x8x16x32xf32>, %arg1: tensor<8x16x32xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x32xf32>) -> tensor<1x8x16x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x16x32xf32>, tensor<1x8x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x32xf32>
    return %1 : tensor<2x8x16x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<2x8x16x1xf32>, %arg1: tensor<8x16x1xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x1xf32>) -> tensor<1x8x16x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x16x1xf32>, tensor<1x8x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x1xf32>
    return %1 : tensor<2x8x16x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_11(%arg0: tensor<2x1x1x32xf32>, %arg1: tensor<1x1x32xf32>, %arg2: tensor<i32>) -> tensor<2x1x1x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<1x1x32xf32>) -> tensor<1x1x1x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x1x1x32xf32>, tensor<1x1x1x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x1x1x32xf32>
    return %1 : tensor<2x1x1x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_12(%arg0: tensor<2x8x16x4x8xf32>, %arg1: tensor<8x16x4x8xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<1x8x16x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x16x4x8xf32>, tensor<1x8x16x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
    return %1 : tensor<2x8x16x4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_13(%arg0: tensor<2x8x4x16x16xf32>, %arg1: tensor<8x4x16x16xf32>, %arg2: tensor<i32>) -> tensor<2x8x4x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x4x16x16xf32>) -> tensor<1x8x4x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x4x16x16xf32>, tensor<1x8x4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
    return %1 : tensor<2x8x4x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_14(%arg0: tensor<2x8x4x16x1xf32>, %arg1: tensor<8x4x16x1xf32>, %arg2: tensor<i32>) -> tensor<2x8x4x16x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x4x16x1xf32>) -> tensor<1x8x4x16x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x4x16x1xf32>, tensor<1x8x4x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
    return %1 : tensor<2x8x4x16x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_15(%arg0: tensor<2x8x16x8xf32>, %arg1: tensor<8x16x8xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x8xf32>) -> tensor<1x8x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x16x8xf32>, tensor<1x8x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x8xf32>
    return %1 : tensor<2x8x16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_16(%arg0: tensor<2x8x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<i32>) -> tensor<2x8x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16xf32>
    return %1 : tensor<2x8x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_17(%arg0: tensor<2x8x16x8x4xf32>, %arg1: tensor<8x16x8x4xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x8x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x16x8x4xf32>) -> tensor<1x8x16x8x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x16x8x4xf32>, tensor<1x8x16x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x8x4xf32>
    return %1 : tensor<2x8x16x8x4xf32>
  }
  func.func private @dynamic_update_index_in_dim_18(%arg0: tensor<2x8x8x4x32xf32>, %arg1: tensor<8x8x4x32xf32>, %arg2: tensor<i32>) -> tensor<2x8x8x4x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x8x4x32xf32>) -> tensor<1x8x8x4x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x8x4x32xf32>, tensor<1x8x8x4x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x8x4x32xf32>
    return %1 : tensor<2x8x8x4x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_19(%arg0: tensor<2x8x8x4x64xi1>, %arg1: tensor<8x8x4x64xi1>, %arg2: tensor<i32>) -> tensor<2x8x8x4x64xi1> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x8x4x64xi1>) -> tensor<1x8x8x4x64xi1>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x8x4x64xi1>, tensor<1x8x8x4x64xi1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x8x4x64xi1>
    return %1 : tensor<2x8x8x4x64xi1>
  }
  func.func private @dynamic_update_index_in_dim_20(%arg0: tensor<2x8x8x4x64xf32>, %arg1: tensor<8x8x4x64xf32>, %arg2: tensor<i32>) -> tensor<2x8x8x4x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x8x4x64xf32>) -> tensor<1x8x8x4x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x8x4x64xf32>, tensor<1x8x8x4x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x8x4x64xf32>
    return %1 : tensor<2x8x8x4x64xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x16x96xf32>, %arg1: tensor<8x16x1xi32>) -> (tensor<8x16x1xf32>, tensor<8x16x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x16x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x16x1xi32>, tensor<8x16x1xi32>) -> tensor<8x16x1xi1>
    %c_0 = stablehlo.constant dense<96> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x16x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x16x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x16x1xi1>, tensor<8x16x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x16x1xi32>) -> tensor<8x16x1x1xi32>
    %c_1 = stablehlo.constant dense<95> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x16x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x16x1x1xi32>, tensor<8x16x1x1xi32>) -> tensor<8x16x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<8x16x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x16x1x1xi32>, tensor<8x16x1x1xi32>) -> tensor<8x16x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x16x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<8x16x1x1xi1>, tensor<i1>) -> tensor<8x16x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<8x16x96xf32>, tensor<8x16x1x1xi32>) -> tensor<8x16x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x16x1xi1>, tensor<8x16x1xf32>
    return %15, %5 : tensor<8x16x1xf32>, tensor<8x16x1x1xi32>
  }
  func.func private @take_along_axis_21(%arg0: tensor<8x16x1x1xi32>, %arg1: tensor<8x16x1xf32>) -> tensor<8x16x96xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x96xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x16x96xf32>, tensor<8x16x1x1xi32>, tensor<8x16x1xf32>) -> tensor<8x16x96xf32>
    return %1 : tensor<8x16x96xf32>
  }
  func.func private @dynamic_index_in_dim_22(%arg0: tensor<2x8x16x32xf32>, %arg1: tensor<i32>) -> tensor<8x16x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 32] : (tensor<2x8x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x32xf32>) -> tensor<8x16x32xf32>
    return %1 : tensor<8x16x32xf32>
  }
  func.func private @dynamic_index_in_dim_23(%arg0: tensor<2x8x16x1xf32>, %arg1: tensor<i32>) -> tensor<8x16x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 1] : (tensor<2x8x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x1xf32>) -> tensor<8x16x1xf32>
    return %1 : tensor<8x16x1xf32>
  }
  func.func private @dynamic_index_in_dim_24(%arg0: tensor<2x1x1x32xf32>, %arg1: tensor<i32>) -> tensor<1x1x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 1, 1, 32] : (tensor<2x1x1x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x1x32xf32>) -> tensor<1x1x32xf32>
    return %1 : tensor<1x1x32xf32>
  }
  func.func private @dynamic_index_in_dim_25(%arg0: tensor<2x8x16x4x8xf32>, %arg1: tensor<i32>) -> tensor<8x16x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 16, 4, 8] : (tensor<2x8x16x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x4x8xf32>) -> tensor<8x16x4x8xf32>
    return %1 : tensor<8x16x4x8xf32>
  }
  func.func private @dynamic_index_in_dim_26(%arg0: tensor<2x8x4x16x16xf32>, %arg1: tensor<i32>) -> tensor<8x4x16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 4, 16, 16] : (tensor<2x8x4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    return %1 : tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_index_in_dim_27(%arg0: tensor<2x8x4x16x1xf32>, %arg1: tensor<i32>) -> tensor<8x4x16x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 4, 16, 1] : (tensor<2x8x4x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x16x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x4x16x1xf32>) -> tensor<8x4x16x1xf32>
    return %1 : tensor<8x4x16x1xf32>
  }
  func.func private @dynamic_index_in_dim_28(%arg0: tensor<2x8x16x8xf32>, %arg1: tensor<i32>) -> tensor<8x16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 8] : (tensor<2x8x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x8xf32>) -> tensor<8x16x8xf32>
    return %1 : tensor<8x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_29(%arg0: tensor<2x8x16xf32>, %arg1: tensor<i32>) -> tensor<8x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 16] : (tensor<2x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
  func.func private @dynamic_index_in_dim_30(%arg0: tensor<2x8x16x8x4xf32>, %arg1: tensor<i32>) -> tensor<8x16x8x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 16, 8, 4] : (tensor<2x8x16x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x8x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x8x4xf32>) -> tensor<8x16x8x4xf32>
    return %1 : tensor<8x16x8x4xf32>
  }
  func.func private @dynamic_index_in_dim_31(%arg0: tensor<2x8x8x4x32xf32>, %arg1: tensor<i32>) -> tensor<8x8x4x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 8, 4, 32] : (tensor<2x8x8x4x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8x4x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8x4x32xf32>) -> tensor<8x8x4x32xf32>
    return %1 : tensor<8x8x4x32xf32>
  }
  func.func private @dynamic_index_in_dim_32(%arg0: tensor<2x8x8x4x64xi1>, %arg1: tensor<i32>) -> tensor<8x8x4x64xi1> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 8, 4, 64] : (tensor<2x8x8x4x64xi1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8x4x64xi1>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8x4x64xi1>) -> tensor<8x8x4x64xi1>
    return %1 : tensor<8x8x4x64xi1>
  }
  func.func private @dynamic_index_in_dim_33(%arg0: tensor<2x8x8x4x64xf32>, %arg1: tensor<i32>) -> tensor<8x8x4x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 8, 4, 64] : (tensor<2x8x8x4x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8x4x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8x4x64xf32>) -> tensor<8x8x4x64xf32>
    return %1 : tensor<8x8x4x64xf32>
  }
  func.func private @_where_34(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %1 : tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_35(%arg0: tensor<2x32x8xf32>, %arg1: tensor<32x8xf32>, %arg2: tensor<i32>) -> tensor<2x32x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<32x8xf32>) -> tensor<1x32x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x32x8xf32>, tensor<1x32x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x32x8xf32>
    return %1 : tensor<2x32x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_36(%arg0: tensor<2x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<i32>) -> tensor<2x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x32xf32>, tensor<1x32xf32>, tensor<i32>, tensor<i32>) -> tensor<2x32xf32>
    return %1 : tensor<2x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_37(%arg0: tensor<2x8x32x64xf32>, %arg1: tensor<8x32x64xf32>, %arg2: tensor<i32>) -> tensor<2x8x32x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x32x64xf32>) -> tensor<1x8x32x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x32x64xf32>, tensor<1x8x32x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x32x64xf32>
    return %1 : tensor<2x8x32x64xf32>
  }
  func.func private @dynamic_update_index_in_dim_38(%arg0: tensor<2x8x64x32xf32>, %arg1: tensor<8x64x32xf32>, %arg2: tensor<i32>) -> tensor<2x8x64x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x64x32xf32>) -> tensor<1x8x64x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x64x32xf32>, tensor<1x8x64x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x64x32xf32>
    return %1 : tensor<2x8x64x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_39(%arg0: tensor<2x32x4x8xf32>, %arg1: tensor<32x4x8xf32>, %arg2: tensor<i32>) -> tensor<2x32x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<32x4x8xf32>) -> tensor<1x32x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x32x4x8xf32>, tensor<1x32x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x32x4x8xf32>
    return %1 : tensor<2x32x4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_40(%arg0: tensor<2x4x8x32xf32>, %arg1: tensor<4x8x32xf32>, %arg2: tensor<i32>) -> tensor<2x4x8x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x8x32xf32>) -> tensor<1x4x8x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x4x8x32xf32>, tensor<1x4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x8x32xf32>
    return %1 : tensor<2x4x8x32xf32>
  }
}
