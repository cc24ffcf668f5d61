// One training step of a small two-layer transformer, exported from JAX: the loss, and the parameters and two moments
// after the update. Its arguments say how they lie on a mesh of 4 by 2 devices.
module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<96x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %arg1: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg3: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg4: tensor<2x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>}, %arg5: tensor<2x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {"x"}]>}, %arg6: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, %arg7: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}, {"x"}]>}, %arg8: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, %arg9: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, %arg10: tensor<96x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %arg11: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg12: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg13: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg14: tensor<2x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>}, %arg15: tensor<2x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {"x"}]>}, %arg16: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, %arg17: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}, {"x"}]>}, %arg18: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, %arg19: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, %arg20: tensor<96x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %arg21: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg22: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg23: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg24: tensor<2x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>}, %arg25: tensor<2x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {"x"}]>}, %arg26: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, %arg27: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}, {"x"}]>}, %arg28: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, %arg29: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, %arg30: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg31: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<96x32xf32> {jax.result_info = "result[1]['emb']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<2x32xf32> {jax.result_info = "result[1]['ln1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[1]['ln2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<32xf32> {jax.result_info = "result[1]['lnf']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<2x32x64xf32> {jax.result_info = "result[1]['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>}, tensor<2x64x32xf32> {jax.result_info = "result[1]['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {"x"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[1]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[1]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}, {"x"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[1]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[1]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, tensor<96x32xf32> {jax.result_info = "result[2]['emb']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<2x32xf32> {jax.result_info = "result[2]['ln1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[2]['ln2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<32xf32> {jax.result_info = "result[2]['lnf']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<2x32x64xf32> {jax.result_info = "result[2]['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>}, tensor<2x64x32xf32> {jax.result_info = "result[2]['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {"x"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[2]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[2]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}, {"x"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[2]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[2]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, tensor<96x32xf32> {jax.result_info = "result[3]['emb']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<2x32xf32> {jax.result_info = "result[3]['ln1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[3]['ln2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<32xf32> {jax.result_info = "result[3]['lnf']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<2x32x64xf32> {jax.result_info = "result[3]['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>}, tensor<2x64x32xf32> {jax.result_info = "result[3]['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {"x"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[3]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[3]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}, {"x"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[3]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[3]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %1 = stablehlo.compare LT, %arg30, %0, SIGNED : (tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x16xi1>
    %c_0 = stablehlo.constant dense<96> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %3 = stablehlo.add %arg30, %2 : tensor<8x16xi32>
    %4 = stablehlo.select %1, %3, %arg30 : tensor<8x16xi1>, tensor<8x16xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<96x32xf32>, tensor<8x16x1xi32>) -> tensor<8x16x32xf32>
    %7 = sdy.sharding_constraint %6 <@mesh, [{"x"}, {}, {"y"}]> : tensor<8x16x32xf32>
    %c_1 = stablehlo.constant dense<true> : tensor<i1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %9 = call @tril(%8) : (tensor<16x16xi1>) -> tensor<16x16xi1>
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %10:2 = call @_where(%9, %cst) : (tensor<16x16xi1>, tensor<f32>) -> (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>)
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x1x1x32xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x1xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2x1x1x32xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x8x16x64xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<2x8x16x64xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<2x8x16x64xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<2x8x16x64xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<2x8x16x64xf32>
    %c_27 = stablehlo.constant dense<0> : tensor<i32>
    %36:37 = stablehlo.while(%iterArg = %arg1, %iterArg_117 = %arg2, %iterArg_118 = %arg4, %iterArg_119 = %arg5, %iterArg_120 = %arg6, %iterArg_121 = %arg7, %iterArg_122 = %arg8, %iterArg_123 = %arg9, %iterArg_124 = %10#0, %iterArg_125 = %10#1, %iterArg_126 = %c_27, %iterArg_127 = %7, %iterArg_128 = %11, %iterArg_129 = %12, %iterArg_130 = %13, %iterArg_131 = %14, %iterArg_132 = %15, %iterArg_133 = %16, %iterArg_134 = %17, %iterArg_135 = %18, %iterArg_136 = %19, %iterArg_137 = %20, %iterArg_138 = %21, %iterArg_139 = %22, %iterArg_140 = %23, %iterArg_141 = %24, %iterArg_142 = %25, %iterArg_143 = %26, %iterArg_144 = %27, %iterArg_145 = %28, %iterArg_146 = %29, %iterArg_147 = %30, %iterArg_148 = %31, %iterArg_149 = %32, %iterArg_150 = %33, %iterArg_151 = %34, %iterArg_152 = %35) : tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32x64xf32>, tensor<2x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>
    cond {
      %c_153 = stablehlo.constant dense<2> : tensor<i32>
      %305 = stablehlo.compare LT, %iterArg_126, %c_153, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %305 : tensor<i1>
    } do {
      %305 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_126) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %306 = func.call @dynamic_index_in_dim(%iterArg_117, %iterArg_126) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %307 = func.call @dynamic_index_in_dim_0(%iterArg_118, %iterArg_126) : (tensor<2x32x64xf32>, tensor<i32>) -> tensor<32x64xf32>
      %308 = func.call @dynamic_index_in_dim_1(%iterArg_119, %iterArg_126) : (tensor<2x64x32xf32>, tensor<i32>) -> tensor<64x32xf32>
      %309 = func.call @dynamic_index_in_dim_2(%iterArg_120, %iterArg_126) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %310 = func.call @dynamic_index_in_dim_3(%iterArg_121, %iterArg_126) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %311 = func.call @dynamic_index_in_dim_2(%iterArg_122, %iterArg_126) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %312 = func.call @dynamic_index_in_dim_2(%iterArg_123, %iterArg_126) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %313 = stablehlo.multiply %iterArg_127, %iterArg_127 : tensor<8x16x32xf32>
      %cst_153 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %314 = stablehlo.reduce(%313 init: %cst_153) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %315 = stablehlo.broadcast_in_dim %314, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %cst_154 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %316 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %317 = stablehlo.divide %315, %316 : tensor<8x16x1xf32>
      %cst_155 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %318 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %319 = stablehlo.add %317, %318 : tensor<8x16x1xf32>
      %320 = stablehlo.rsqrt %319 : tensor<8x16x1xf32>
      %321 = stablehlo.divide %320, %319 : tensor<8x16x1xf32>
      %cst_156 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
      %322 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %323 = stablehlo.multiply %322, %321 : tensor<8x16x1xf32>
      %324 = stablehlo.broadcast_in_dim %320, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %325 = stablehlo.multiply %iterArg_127, %324 : tensor<8x16x32xf32>
      %326 = stablehlo.broadcast_in_dim %305, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %327 = stablehlo.broadcast_in_dim %326, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %328 = stablehlo.multiply %325, %327 : tensor<8x16x32xf32>
      %329 = stablehlo.dot_general %328, %311, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %330 = stablehlo.dot_general %328, %309, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %331 = stablehlo.dot_general %328, %312, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %332 = sdy.sharding_constraint %329 <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<8x16x4x8xf32>
      %333 = sdy.sharding_constraint %330 <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<8x16x4x8xf32>
      %334 = sdy.sharding_constraint %331 <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<8x16x4x8xf32>
      %335 = stablehlo.dot_general %332, %333, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
      %cst_157 = stablehlo.constant dense<2.82842708> : tensor<f32>
      %336 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
      %337 = stablehlo.divide %335, %336 : tensor<8x4x16x16xf32>
      %338 = func.call @_where_4(%337, %iterArg_124, %iterArg_125) : (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
      %cst_158 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %339 = stablehlo.reduce(%338 init: %cst_158) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %cst_159 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %340 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
      %341 = stablehlo.maximum %340, %339 : tensor<8x4x16xf32>
      %342 = stablehlo.broadcast_in_dim %341, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %343 = stablehlo.broadcast_in_dim %342, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %344 = stablehlo.subtract %338, %343 : tensor<8x4x16x16xf32>
      %345 = stablehlo.exponential %344 : tensor<8x4x16x16xf32>
      %cst_160 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %346 = stablehlo.reduce(%345 init: %cst_160) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %347 = stablehlo.broadcast_in_dim %346, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %348 = stablehlo.broadcast_in_dim %347, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %349 = stablehlo.divide %345, %348 : tensor<8x4x16x16xf32>
      %350 = stablehlo.multiply %347, %347 : tensor<8x4x16x1xf32>
      %cst_161 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %351 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
      %352 = stablehlo.divide %351, %350 : tensor<8x4x16x1xf32>
      %353 = stablehlo.dot_general %334, %349, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
      %354 = stablehlo.transpose %353, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
      %355 = sdy.sharding_constraint %354 <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<8x16x4x8xf32>
      %356 = stablehlo.dot_general %355, %310, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
      %357 = stablehlo.add %iterArg_127, %356 : tensor<8x16x32xf32>
      %358 = sdy.sharding_constraint %357 <@mesh, [{"x"}, {}, {"y"}]> : tensor<8x16x32xf32>
      %359 = stablehlo.multiply %358, %358 : tensor<8x16x32xf32>
      %cst_162 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %360 = stablehlo.reduce(%359 init: %cst_162) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %361 = stablehlo.broadcast_in_dim %360, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %cst_163 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %362 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %363 = stablehlo.divide %361, %362 : tensor<8x16x1xf32>
      %cst_164 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %364 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %365 = stablehlo.add %363, %364 : tensor<8x16x1xf32>
      %366 = stablehlo.rsqrt %365 : tensor<8x16x1xf32>
      %367 = stablehlo.divide %366, %365 : tensor<8x16x1xf32>
      %cst_165 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
      %368 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %369 = stablehlo.multiply %368, %367 : tensor<8x16x1xf32>
      %370 = stablehlo.broadcast_in_dim %366, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %371 = stablehlo.multiply %358, %370 : tensor<8x16x32xf32>
      %372 = stablehlo.broadcast_in_dim %306, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %373 = stablehlo.broadcast_in_dim %372, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %374 = stablehlo.multiply %371, %373 : tensor<8x16x32xf32>
      %375 = stablehlo.dot_general %374, %307, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
      %376 = stablehlo.multiply %375, %375 : tensor<8x16x64xf32>
      %377 = stablehlo.multiply %376, %375 : tensor<8x16x64xf32>
      %378 = stablehlo.multiply %375, %375 : tensor<8x16x64xf32>
      %cst_166 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
      %379 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %380 = stablehlo.multiply %379, %378 : tensor<8x16x64xf32>
      %cst_167 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %381 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %382 = stablehlo.multiply %381, %377 : tensor<8x16x64xf32>
      %383 = stablehlo.add %375, %382 : tensor<8x16x64xf32>
      %cst_168 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %384 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %385 = stablehlo.multiply %384, %383 : tensor<8x16x64xf32>
      %386 = stablehlo.tanh %385 : tensor<8x16x64xf32>
      %cst_169 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %387 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %388 = stablehlo.add %387, %386 : tensor<8x16x64xf32>
      %cst_170 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %389 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %390 = stablehlo.subtract %389, %386 : tensor<8x16x64xf32>
      %391 = stablehlo.multiply %388, %390 : tensor<8x16x64xf32>
      %cst_171 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %392 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %393 = stablehlo.add %392, %386 : tensor<8x16x64xf32>
      %cst_172 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %394 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %395 = stablehlo.multiply %394, %393 : tensor<8x16x64xf32>
      %396 = stablehlo.multiply %375, %395 : tensor<8x16x64xf32>
      %397 = sdy.sharding_constraint %396 <@mesh, [{"x"}, {}, {"y"}]> : tensor<8x16x64xf32>
      %398 = stablehlo.dot_general %397, %308, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<64x32xf32>) -> tensor<8x16x32xf32>
      %399 = stablehlo.add %358, %398 : tensor<8x16x32xf32>
      %400 = sdy.sharding_constraint %399 <@mesh, [{"x"}, {}, {"y"}]> : tensor<8x16x32xf32>
      %401 = func.call @dynamic_update_index_in_dim(%iterArg_128, %iterArg_127, %iterArg_126) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %402 = func.call @dynamic_update_index_in_dim_5(%iterArg_129, %323, %iterArg_126) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %403 = func.call @dynamic_update_index_in_dim_5(%iterArg_130, %320, %iterArg_126) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %404 = func.call @dynamic_update_index_in_dim_6(%iterArg_131, %326, %iterArg_126) : (tensor<2x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<2x1x1x32xf32>
      %405 = func.call @dynamic_update_index_in_dim(%iterArg_132, %325, %iterArg_126) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %406 = func.call @dynamic_update_index_in_dim(%iterArg_133, %328, %iterArg_126) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %407 = func.call @dynamic_update_index_in_dim_7(%iterArg_134, %333, %iterArg_126) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %408 = func.call @dynamic_update_index_in_dim_7(%iterArg_135, %332, %iterArg_126) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %409 = func.call @dynamic_update_index_in_dim_8(%iterArg_136, %345, %iterArg_126) : (tensor<2x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
      %410 = func.call @dynamic_update_index_in_dim_9(%iterArg_137, %347, %iterArg_126) : (tensor<2x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
      %411 = func.call @dynamic_update_index_in_dim_9(%iterArg_138, %352, %iterArg_126) : (tensor<2x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
      %412 = func.call @dynamic_update_index_in_dim_8(%iterArg_139, %349, %iterArg_126) : (tensor<2x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
      %413 = func.call @dynamic_update_index_in_dim_7(%iterArg_140, %334, %iterArg_126) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %414 = func.call @dynamic_update_index_in_dim_7(%iterArg_141, %355, %iterArg_126) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %415 = func.call @dynamic_update_index_in_dim(%iterArg_142, %358, %iterArg_126) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %416 = func.call @dynamic_update_index_in_dim_5(%iterArg_143, %369, %iterArg_126) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %417 = func.call @dynamic_update_index_in_dim_5(%iterArg_144, %366, %iterArg_126) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %418 = func.call @dynamic_update_index_in_dim_6(%iterArg_145, %372, %iterArg_126) : (tensor<2x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<2x1x1x32xf32>
      %419 = func.call @dynamic_update_index_in_dim(%iterArg_146, %371, %iterArg_126) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %420 = func.call @dynamic_update_index_in_dim(%iterArg_147, %374, %iterArg_126) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %421 = func.call @dynamic_update_index_in_dim_10(%iterArg_148, %380, %iterArg_126) : (tensor<2x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<2x8x16x64xf32>
      %422 = func.call @dynamic_update_index_in_dim_10(%iterArg_149, %391, %iterArg_126) : (tensor<2x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<2x8x16x64xf32>
      %423 = func.call @dynamic_update_index_in_dim_10(%iterArg_150, %395, %iterArg_126) : (tensor<2x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<2x8x16x64xf32>
      %424 = func.call @dynamic_update_index_in_dim_10(%iterArg_151, %375, %iterArg_126) : (tensor<2x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<2x8x16x64xf32>
      %425 = func.call @dynamic_update_index_in_dim_10(%iterArg_152, %397, %iterArg_126) : (tensor<2x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<2x8x16x64xf32>
      %c_173 = stablehlo.constant dense<1> : tensor<i32>
      %426 = stablehlo.add %iterArg_126, %c_173 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_117, %iterArg_118, %iterArg_119, %iterArg_120, %iterArg_121, %iterArg_122, %iterArg_123, %iterArg_124, %iterArg_125, %426, %400, %401, %402, %403, %404, %405, %406, %407, %408, %409, %410, %411, %412, %413, %414, %415, %416, %417, %418, %419, %420, %421, %422, %423, %424, %425 : tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32x64xf32>, tensor<2x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>
    }
    %37 = stablehlo.multiply %36#11, %36#11 : tensor<8x16x32xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_29 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %41 = stablehlo.divide %39, %40 : tensor<8x16x1xf32>
    %cst_30 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %43 = stablehlo.add %41, %42 : tensor<8x16x1xf32>
    %44 = stablehlo.rsqrt %43 : tensor<8x16x1xf32>
    %45 = stablehlo.divide %44, %43 : tensor<8x16x1xf32>
    %cst_31 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %47 = stablehlo.multiply %46, %45 : tensor<8x16x1xf32>
    %48 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %49 = stablehlo.multiply %36#11, %48 : tensor<8x16x32xf32>
    %50 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %52 = stablehlo.multiply %49, %51 : tensor<8x16x32xf32>
    %53 = stablehlo.dot_general %52, %arg0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<96x32xf32>) -> tensor<8x16x96xf32>
    %cst_32 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %54 = stablehlo.reduce(%53 init: %cst_32) applies stablehlo.maximum across dimensions = [2] : (tensor<8x16x96xf32>, tensor<f32>) -> tensor<8x16xf32>
    %cst_33 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %56 = stablehlo.maximum %55, %54 : tensor<8x16xf32>
    %57 = stablehlo.is_finite %56 : (tensor<8x16xf32>) -> tensor<8x16xi1>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %59 = stablehlo.select %57, %56, %58 : tensor<8x16xi1>, tensor<8x16xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x96xf32>
    %62 = stablehlo.subtract %53, %61 : tensor<8x16x96xf32>
    %63 = stablehlo.exponential %62 : tensor<8x16x96xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%63 init: %cst_35) applies stablehlo.add across dimensions = [2] : (tensor<8x16x96xf32>, tensor<f32>) -> tensor<8x16xf32>
    %65 = stablehlo.abs %64 : tensor<8x16xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %67 = stablehlo.compare GE, %64, %66, FLOAT : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
    %68 = stablehlo.log %65 : tensor<8x16xf32>
    %69 = stablehlo.add %68, %59 : tensor<8x16xf32>
    %70 = stablehlo.broadcast_in_dim %arg31, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %71:2 = call @take_along_axis(%53, %70) : (tensor<8x16x96xf32>, tensor<8x16x1xi32>) -> (tensor<8x16x1xf32>, tensor<8x16x1x1xi32>)
    %72 = stablehlo.reshape %71#0 : (tensor<8x16x1xf32>) -> tensor<8x16xf32>
    %73 = stablehlo.subtract %69, %72 : tensor<8x16xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.reduce(%73 init: %cst_37) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_38 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %75 = stablehlo.divide %74, %cst_38 : tensor<f32>
    %cst_39 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_40 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %76 = stablehlo.divide %cst_39, %cst_40 : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %78 = stablehlo.negate %77 : tensor<8x16xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %80 = call @take_along_axis_11(%71#1, %79) : (tensor<8x16x1x1xi32>, tensor<8x16x1xf32>) -> tensor<8x16x96xf32>
    %81 = stablehlo.divide %77, %65 : tensor<8x16xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %83 = stablehlo.select %67, %82, %81 : tensor<8x16xi1>, tensor<8x16xf32>
    %84 = stablehlo.select %67, %81, %82 : tensor<8x16xi1>, tensor<8x16xf32>
    %85 = stablehlo.negate %83 : tensor<8x16xf32>
    %86 = stablehlo.add %84, %85 : tensor<8x16xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x96xf32>
    %88 = stablehlo.multiply %87, %63 : tensor<8x16x96xf32>
    %89 = stablehlo.add %80, %88 : tensor<8x16x96xf32>
    %90 = stablehlo.dot_general %89, %52, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x96xf32>, tensor<8x16x32xf32>) -> tensor<96x32xf32>
    %91 = stablehlo.dot_general %89, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x96xf32>, tensor<96x32xf32>) -> tensor<8x16x32xf32>
    %92 = stablehlo.multiply %49, %91 : tensor<8x16x32xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.reduce(%92 init: %cst_42) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %94 = stablehlo.reshape %93 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %95 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %96 = stablehlo.multiply %91, %95 : tensor<8x16x32xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %97 = stablehlo.reduce(%94 init: %cst_43) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %98 = stablehlo.multiply %36#11, %96 : tensor<8x16x32xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.reduce(%98 init: %cst_44) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %100 = stablehlo.reshape %99 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %101 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %102 = stablehlo.multiply %96, %101 : tensor<8x16x32xf32>
    %103 = stablehlo.multiply %100, %47 : tensor<8x16x1xf32>
    %cst_45 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %105 = stablehlo.divide %103, %104 : tensor<8x16x1xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %106 = stablehlo.reduce(%105 init: %cst_46) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %108 = stablehlo.multiply %36#11, %107 : tensor<8x16x32xf32>
    %109 = stablehlo.add %102, %108 : tensor<8x16x32xf32>
    %110 = stablehlo.multiply %107, %36#11 : tensor<8x16x32xf32>
    %111 = stablehlo.add %109, %110 : tensor<8x16x32xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<2x32x64xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<2x64x32xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %c_55 = stablehlo.constant dense<0> : tensor<i32>
    %120:42 = stablehlo.while(%iterArg = %36#12, %iterArg_117 = %36#13, %iterArg_118 = %36#14, %iterArg_119 = %36#15, %iterArg_120 = %36#16, %iterArg_121 = %arg8, %iterArg_122 = %36#17, %iterArg_123 = %arg6, %iterArg_124 = %arg9, %iterArg_125 = %36#18, %iterArg_126 = %36#19, %iterArg_127 = %36#20, %iterArg_128 = %36#21, %iterArg_129 = %36#22, %iterArg_130 = %36#23, %iterArg_131 = %36#24, %iterArg_132 = %arg7, %iterArg_133 = %36#25, %iterArg_134 = %36#26, %iterArg_135 = %36#27, %iterArg_136 = %36#28, %iterArg_137 = %36#29, %iterArg_138 = %36#30, %iterArg_139 = %arg4, %iterArg_140 = %36#31, %iterArg_141 = %36#32, %iterArg_142 = %36#33, %iterArg_143 = %36#34, %iterArg_144 = %36#35, %iterArg_145 = %arg5, %iterArg_146 = %36#36, %iterArg_147 = %10#0, %iterArg_148 = %c_55, %iterArg_149 = %111, %iterArg_150 = %112, %iterArg_151 = %113, %iterArg_152 = %114, %iterArg_153 = %115, %iterArg_154 = %116, %iterArg_155 = %117, %iterArg_156 = %118, %iterArg_157 = %119) : tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x64xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x64x32xf32>, tensor<2x8x16x64xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32x64xf32>, tensor<2x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>
    cond {
      %c_158 = stablehlo.constant dense<2> : tensor<i32>
      %305 = stablehlo.compare LT, %iterArg_148, %c_158, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %305 : tensor<i1>
    } do {
      %c_158 = stablehlo.constant dense<2> : tensor<i32>
      %305 = stablehlo.subtract %c_158, %iterArg_148 : tensor<i32>
      %c_159 = stablehlo.constant dense<1> : tensor<i32>
      %306 = stablehlo.subtract %305, %c_159 : tensor<i32>
      %307 = func.call @dynamic_index_in_dim_12(%iterArg, %306) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %308 = func.call @dynamic_index_in_dim_13(%iterArg_117, %306) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %309 = func.call @dynamic_index_in_dim_13(%iterArg_118, %306) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %310 = func.call @dynamic_index_in_dim_14(%iterArg_119, %306) : (tensor<2x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %311 = func.call @dynamic_index_in_dim_12(%iterArg_120, %306) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %312 = func.call @dynamic_index_in_dim_2(%iterArg_121, %306) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %313 = func.call @dynamic_index_in_dim_12(%iterArg_122, %306) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %314 = func.call @dynamic_index_in_dim_2(%iterArg_123, %306) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %315 = func.call @dynamic_index_in_dim_2(%iterArg_124, %306) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %316 = func.call @dynamic_index_in_dim_15(%iterArg_125, %306) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %317 = func.call @dynamic_index_in_dim_15(%iterArg_126, %306) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %318 = func.call @dynamic_index_in_dim_16(%iterArg_127, %306) : (tensor<2x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %319 = func.call @dynamic_index_in_dim_17(%iterArg_128, %306) : (tensor<2x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %320 = func.call @dynamic_index_in_dim_17(%iterArg_129, %306) : (tensor<2x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %321 = func.call @dynamic_index_in_dim_16(%iterArg_130, %306) : (tensor<2x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %322 = func.call @dynamic_index_in_dim_15(%iterArg_131, %306) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %323 = func.call @dynamic_index_in_dim_3(%iterArg_132, %306) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %324 = func.call @dynamic_index_in_dim_15(%iterArg_133, %306) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %325 = func.call @dynamic_index_in_dim_12(%iterArg_134, %306) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %326 = func.call @dynamic_index_in_dim_13(%iterArg_135, %306) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %327 = func.call @dynamic_index_in_dim_13(%iterArg_136, %306) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %328 = func.call @dynamic_index_in_dim_14(%iterArg_137, %306) : (tensor<2x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %329 = func.call @dynamic_index_in_dim_12(%iterArg_138, %306) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %330 = func.call @dynamic_index_in_dim_0(%iterArg_139, %306) : (tensor<2x32x64xf32>, tensor<i32>) -> tensor<32x64xf32>
      %331 = func.call @dynamic_index_in_dim_12(%iterArg_140, %306) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %332 = func.call @dynamic_index_in_dim_18(%iterArg_141, %306) : (tensor<2x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %333 = func.call @dynamic_index_in_dim_18(%iterArg_142, %306) : (tensor<2x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %334 = func.call @dynamic_index_in_dim_18(%iterArg_143, %306) : (tensor<2x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %335 = func.call @dynamic_index_in_dim_18(%iterArg_144, %306) : (tensor<2x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %336 = func.call @dynamic_index_in_dim_1(%iterArg_145, %306) : (tensor<2x64x32xf32>, tensor<i32>) -> tensor<64x32xf32>
      %337 = func.call @dynamic_index_in_dim_18(%iterArg_146, %306) : (tensor<2x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %338 = sdy.sharding_constraint %iterArg_149 <@mesh, [{"x"}, {}, {"y"}]> : tensor<8x16x32xf32>
      %339 = stablehlo.dot_general %338, %337, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x64xf32>) -> tensor<32x64xf32>
      %340 = stablehlo.transpose %339, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
      %341 = stablehlo.dot_general %338, %336, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<64x32xf32>) -> tensor<8x16x64xf32>
      %342 = sdy.sharding_constraint %341 <@mesh, [{"x"}, {}, {"y"}]> : tensor<8x16x64xf32>
      %343 = stablehlo.multiply %335, %342 : tensor<8x16x64xf32>
      %344 = stablehlo.multiply %342, %334 : tensor<8x16x64xf32>
      %cst_160 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %345 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %346 = stablehlo.multiply %345, %343 : tensor<8x16x64xf32>
      %347 = stablehlo.multiply %346, %333 : tensor<8x16x64xf32>
      %cst_161 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %348 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %349 = stablehlo.multiply %348, %347 : tensor<8x16x64xf32>
      %350 = stablehlo.add %344, %349 : tensor<8x16x64xf32>
      %cst_162 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %351 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %352 = stablehlo.multiply %351, %349 : tensor<8x16x64xf32>
      %353 = stablehlo.multiply %352, %332 : tensor<8x16x64xf32>
      %354 = stablehlo.add %350, %353 : tensor<8x16x64xf32>
      %355 = stablehlo.dot_general %354, %331, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
      %356 = stablehlo.transpose %355, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
      %357 = stablehlo.dot_general %354, %330, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
      %358 = stablehlo.multiply %329, %357 : tensor<8x16x32xf32>
      %cst_163 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %359 = stablehlo.reduce(%358 init: %cst_163) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
      %360 = stablehlo.reshape %359 : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %361 = stablehlo.broadcast_in_dim %328, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %362 = stablehlo.multiply %357, %361 : tensor<8x16x32xf32>
      %cst_164 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %363 = stablehlo.reduce(%360 init: %cst_164) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
      %364 = stablehlo.multiply %325, %362 : tensor<8x16x32xf32>
      %cst_165 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %365 = stablehlo.reduce(%364 init: %cst_165) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %366 = stablehlo.reshape %365 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %367 = stablehlo.broadcast_in_dim %327, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %368 = stablehlo.multiply %362, %367 : tensor<8x16x32xf32>
      %369 = stablehlo.add %338, %368 : tensor<8x16x32xf32>
      %370 = stablehlo.multiply %366, %326 : tensor<8x16x1xf32>
      %cst_166 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %371 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %372 = stablehlo.divide %370, %371 : tensor<8x16x1xf32>
      %cst_167 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %373 = stablehlo.reduce(%372 init: %cst_167) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
      %374 = stablehlo.broadcast_in_dim %373, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
      %375 = stablehlo.multiply %325, %374 : tensor<8x16x32xf32>
      %376 = stablehlo.add %369, %375 : tensor<8x16x32xf32>
      %377 = stablehlo.multiply %374, %325 : tensor<8x16x32xf32>
      %378 = stablehlo.add %376, %377 : tensor<8x16x32xf32>
      %379 = sdy.sharding_constraint %378 <@mesh, [{"x"}, {}, {"y"}]> : tensor<8x16x32xf32>
      %380 = stablehlo.dot_general %379, %324, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
      %381 = stablehlo.transpose %380, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
      %382 = stablehlo.dot_general %379, %323, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
      %383 = sdy.sharding_constraint %382 <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<8x16x4x8xf32>
      %384 = stablehlo.transpose %383, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf32>) -> tensor<8x4x8x16xf32>
      %385 = stablehlo.dot_general %384, %322, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
      %386 = stablehlo.dot_general %384, %321, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
      %387 = stablehlo.transpose %386, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
      %388 = stablehlo.broadcast_in_dim %320, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %389 = stablehlo.multiply %385, %388 : tensor<8x4x16x16xf32>
      %390 = stablehlo.multiply %389, %318 : tensor<8x4x16x16xf32>
      %cst_168 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %391 = stablehlo.reduce(%390 init: %cst_168) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %392 = stablehlo.reshape %391 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %393 = stablehlo.negate %392 : tensor<8x4x16x1xf32>
      %394 = stablehlo.broadcast_in_dim %319, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %395 = stablehlo.divide %385, %394 : tensor<8x4x16x16xf32>
      %cst_169 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %396 = stablehlo.reduce(%393 init: %cst_169) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %397 = stablehlo.broadcast_in_dim %396, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
      %398 = stablehlo.add %395, %397 : tensor<8x4x16x16xf32>
      %399 = stablehlo.multiply %398, %318 : tensor<8x4x16x16xf32>
      %400 = func.call @_where_19(%iterArg_147, %399) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
      %cst_170 = stablehlo.constant dense<2.82842708> : tensor<f32>
      %401 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
      %402 = stablehlo.divide %400, %401 : tensor<8x4x16x16xf32>
      %403 = stablehlo.dot_general %402, %317, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
      %404 = stablehlo.transpose %403, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
      %405 = stablehlo.dot_general %402, %316, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
      %406 = stablehlo.transpose %405, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
      %407 = sdy.sharding_constraint %387 <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<8x16x4x8xf32>
      %408 = sdy.sharding_constraint %404 <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<8x16x4x8xf32>
      %409 = sdy.sharding_constraint %406 <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<8x16x4x8xf32>
      %410 = stablehlo.dot_general %407, %313, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %411 = stablehlo.transpose %410, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %412 = stablehlo.dot_general %407, %315, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %413 = stablehlo.dot_general %408, %313, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %414 = stablehlo.transpose %413, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %415 = stablehlo.dot_general %408, %314, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %416 = stablehlo.add %412, %415 : tensor<8x16x32xf32>
      %417 = stablehlo.dot_general %409, %313, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %418 = stablehlo.transpose %417, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %419 = stablehlo.dot_general %409, %312, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %420 = stablehlo.add %416, %419 : tensor<8x16x32xf32>
      %421 = stablehlo.multiply %311, %420 : tensor<8x16x32xf32>
      %cst_171 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %422 = stablehlo.reduce(%421 init: %cst_171) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
      %423 = stablehlo.reshape %422 : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %424 = stablehlo.broadcast_in_dim %310, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %425 = stablehlo.multiply %420, %424 : tensor<8x16x32xf32>
      %cst_172 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %426 = stablehlo.reduce(%423 init: %cst_172) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
      %427 = stablehlo.multiply %307, %425 : tensor<8x16x32xf32>
      %cst_173 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %428 = stablehlo.reduce(%427 init: %cst_173) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %429 = stablehlo.reshape %428 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %430 = stablehlo.broadcast_in_dim %309, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %431 = stablehlo.multiply %425, %430 : tensor<8x16x32xf32>
      %432 = stablehlo.add %379, %431 : tensor<8x16x32xf32>
      %433 = stablehlo.multiply %429, %308 : tensor<8x16x1xf32>
      %cst_174 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %434 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %435 = stablehlo.divide %433, %434 : tensor<8x16x1xf32>
      %cst_175 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %436 = stablehlo.reduce(%435 init: %cst_175) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
      %437 = stablehlo.broadcast_in_dim %436, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
      %438 = stablehlo.multiply %307, %437 : tensor<8x16x32xf32>
      %439 = stablehlo.add %432, %438 : tensor<8x16x32xf32>
      %440 = stablehlo.multiply %437, %307 : tensor<8x16x32xf32>
      %441 = stablehlo.add %439, %440 : tensor<8x16x32xf32>
      %442 = func.call @dynamic_update_index_in_dim_20(%iterArg_150, %426, %306) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %443 = func.call @dynamic_update_index_in_dim_20(%iterArg_151, %363, %306) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %444 = func.call @dynamic_update_index_in_dim_21(%iterArg_152, %356, %306) : (tensor<2x32x64xf32>, tensor<32x64xf32>, tensor<i32>) -> tensor<2x32x64xf32>
      %445 = func.call @dynamic_update_index_in_dim_22(%iterArg_153, %340, %306) : (tensor<2x64x32xf32>, tensor<64x32xf32>, tensor<i32>) -> tensor<2x64x32xf32>
      %446 = func.call @dynamic_update_index_in_dim_23(%iterArg_154, %414, %306) : (tensor<2x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<2x32x4x8xf32>
      %447 = func.call @dynamic_update_index_in_dim_24(%iterArg_155, %381, %306) : (tensor<2x4x8x32xf32>, tensor<4x8x32xf32>, tensor<i32>) -> tensor<2x4x8x32xf32>
      %448 = func.call @dynamic_update_index_in_dim_23(%iterArg_156, %418, %306) : (tensor<2x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<2x32x4x8xf32>
      %449 = func.call @dynamic_update_index_in_dim_23(%iterArg_157, %411, %306) : (tensor<2x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<2x32x4x8xf32>
      %c_176 = stablehlo.constant dense<1> : tensor<i32>
      %450 = stablehlo.add %iterArg_148, %c_176 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_117, %iterArg_118, %iterArg_119, %iterArg_120, %iterArg_121, %iterArg_122, %iterArg_123, %iterArg_124, %iterArg_125, %iterArg_126, %iterArg_127, %iterArg_128, %iterArg_129, %iterArg_130, %iterArg_131, %iterArg_132, %iterArg_133, %iterArg_134, %iterArg_135, %iterArg_136, %iterArg_137, %iterArg_138, %iterArg_139, %iterArg_140, %iterArg_141, %iterArg_142, %iterArg_143, %iterArg_144, %iterArg_145, %iterArg_146, %iterArg_147, %450, %441, %442, %443, %444, %445, %446, %447, %448, %449 : tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x64xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x64x32xf32>, tensor<2x8x16x64xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32x64xf32>, tensor<2x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>
    }
    %121 = sdy.sharding_constraint %120#33 <@mesh, [{"x"}, {}, {"y"}]> : tensor<8x16x32xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %123 = "stablehlo.scatter"(%122, %5, %121) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg32: tensor<f32>, %arg33: tensor<f32>):
      %305 = stablehlo.add %arg32, %arg33 : tensor<f32>
      stablehlo.return %305 : tensor<f32>
    }) : (tensor<96x32xf32>, tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<96x32xf32>
    %124 = stablehlo.add %90, %123 : tensor<96x32xf32>
    %cst_57 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %126 = stablehlo.multiply %125, %arg10 : tensor<96x32xf32>
    %cst_58 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %128 = stablehlo.multiply %127, %124 : tensor<96x32xf32>
    %129 = stablehlo.add %126, %128 : tensor<96x32xf32>
    %cst_59 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %131 = stablehlo.multiply %130, %arg11 : tensor<2x32xf32>
    %cst_60 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %133 = stablehlo.multiply %132, %120#34 : tensor<2x32xf32>
    %134 = stablehlo.add %131, %133 : tensor<2x32xf32>
    %cst_61 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %136 = stablehlo.multiply %135, %arg12 : tensor<2x32xf32>
    %cst_62 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %137 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %138 = stablehlo.multiply %137, %120#35 : tensor<2x32xf32>
    %139 = stablehlo.add %136, %138 : tensor<2x32xf32>
    %cst_63 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %140 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %141 = stablehlo.multiply %140, %arg13 : tensor<32xf32>
    %cst_64 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %143 = stablehlo.multiply %142, %97 : tensor<32xf32>
    %144 = stablehlo.add %141, %143 : tensor<32xf32>
    %cst_65 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<2x32x64xf32>
    %146 = stablehlo.multiply %145, %arg14 : tensor<2x32x64xf32>
    %cst_66 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<2x32x64xf32>
    %148 = stablehlo.multiply %147, %120#36 : tensor<2x32x64xf32>
    %149 = stablehlo.add %146, %148 : tensor<2x32x64xf32>
    %cst_67 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<2x64x32xf32>
    %151 = stablehlo.multiply %150, %arg15 : tensor<2x64x32xf32>
    %cst_68 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<2x64x32xf32>
    %153 = stablehlo.multiply %152, %120#37 : tensor<2x64x32xf32>
    %154 = stablehlo.add %151, %153 : tensor<2x64x32xf32>
    %cst_69 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %156 = stablehlo.multiply %155, %arg16 : tensor<2x32x4x8xf32>
    %cst_70 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %157 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %158 = stablehlo.multiply %157, %120#38 : tensor<2x32x4x8xf32>
    %159 = stablehlo.add %156, %158 : tensor<2x32x4x8xf32>
    %cst_71 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %161 = stablehlo.multiply %160, %arg17 : tensor<2x4x8x32xf32>
    %cst_72 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %162 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %163 = stablehlo.multiply %162, %120#39 : tensor<2x4x8x32xf32>
    %164 = stablehlo.add %161, %163 : tensor<2x4x8x32xf32>
    %cst_73 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %166 = stablehlo.multiply %165, %arg18 : tensor<2x32x4x8xf32>
    %cst_74 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %168 = stablehlo.multiply %167, %120#40 : tensor<2x32x4x8xf32>
    %169 = stablehlo.add %166, %168 : tensor<2x32x4x8xf32>
    %cst_75 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %171 = stablehlo.multiply %170, %arg19 : tensor<2x32x4x8xf32>
    %cst_76 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %172 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %173 = stablehlo.multiply %172, %120#41 : tensor<2x32x4x8xf32>
    %174 = stablehlo.add %171, %173 : tensor<2x32x4x8xf32>
    %cst_77 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %176 = stablehlo.multiply %175, %arg20 : tensor<96x32xf32>
    %cst_78 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %177 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %178 = stablehlo.multiply %177, %124 : tensor<96x32xf32>
    %179 = stablehlo.multiply %178, %124 : tensor<96x32xf32>
    %180 = stablehlo.add %176, %179 : tensor<96x32xf32>
    %cst_79 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %182 = stablehlo.multiply %181, %arg21 : tensor<2x32xf32>
    %cst_80 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %184 = stablehlo.multiply %183, %120#34 : tensor<2x32xf32>
    %185 = stablehlo.multiply %184, %120#34 : tensor<2x32xf32>
    %186 = stablehlo.add %182, %185 : tensor<2x32xf32>
    %cst_81 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %187 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %188 = stablehlo.multiply %187, %arg22 : tensor<2x32xf32>
    %cst_82 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %189 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %190 = stablehlo.multiply %189, %120#35 : tensor<2x32xf32>
    %191 = stablehlo.multiply %190, %120#35 : tensor<2x32xf32>
    %192 = stablehlo.add %188, %191 : tensor<2x32xf32>
    %cst_83 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %194 = stablehlo.multiply %193, %arg23 : tensor<32xf32>
    %cst_84 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %195 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %196 = stablehlo.multiply %195, %97 : tensor<32xf32>
    %197 = stablehlo.multiply %196, %97 : tensor<32xf32>
    %198 = stablehlo.add %194, %197 : tensor<32xf32>
    %cst_85 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %199 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<2x32x64xf32>
    %200 = stablehlo.multiply %199, %arg24 : tensor<2x32x64xf32>
    %cst_86 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %201 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<2x32x64xf32>
    %202 = stablehlo.multiply %201, %120#36 : tensor<2x32x64xf32>
    %203 = stablehlo.multiply %202, %120#36 : tensor<2x32x64xf32>
    %204 = stablehlo.add %200, %203 : tensor<2x32x64xf32>
    %cst_87 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<2x64x32xf32>
    %206 = stablehlo.multiply %205, %arg25 : tensor<2x64x32xf32>
    %cst_88 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %207 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<2x64x32xf32>
    %208 = stablehlo.multiply %207, %120#37 : tensor<2x64x32xf32>
    %209 = stablehlo.multiply %208, %120#37 : tensor<2x64x32xf32>
    %210 = stablehlo.add %206, %209 : tensor<2x64x32xf32>
    %cst_89 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %211 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %212 = stablehlo.multiply %211, %arg26 : tensor<2x32x4x8xf32>
    %cst_90 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %213 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %214 = stablehlo.multiply %213, %120#38 : tensor<2x32x4x8xf32>
    %215 = stablehlo.multiply %214, %120#38 : tensor<2x32x4x8xf32>
    %216 = stablehlo.add %212, %215 : tensor<2x32x4x8xf32>
    %cst_91 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %218 = stablehlo.multiply %217, %arg27 : tensor<2x4x8x32xf32>
    %cst_92 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %220 = stablehlo.multiply %219, %120#39 : tensor<2x4x8x32xf32>
    %221 = stablehlo.multiply %220, %120#39 : tensor<2x4x8x32xf32>
    %222 = stablehlo.add %218, %221 : tensor<2x4x8x32xf32>
    %cst_93 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %223 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %224 = stablehlo.multiply %223, %arg28 : tensor<2x32x4x8xf32>
    %cst_94 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %225 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %226 = stablehlo.multiply %225, %120#40 : tensor<2x32x4x8xf32>
    %227 = stablehlo.multiply %226, %120#40 : tensor<2x32x4x8xf32>
    %228 = stablehlo.add %224, %227 : tensor<2x32x4x8xf32>
    %cst_95 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %229 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %230 = stablehlo.multiply %229, %arg29 : tensor<2x32x4x8xf32>
    %cst_96 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %231 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %232 = stablehlo.multiply %231, %120#41 : tensor<2x32x4x8xf32>
    %233 = stablehlo.multiply %232, %120#41 : tensor<2x32x4x8xf32>
    %234 = stablehlo.add %230, %233 : tensor<2x32x4x8xf32>
    %cst_97 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %235 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %236 = stablehlo.multiply %235, %129 : tensor<96x32xf32>
    %237 = stablehlo.sqrt %180 : tensor<96x32xf32>
    %cst_98 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %238 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %239 = stablehlo.add %237, %238 : tensor<96x32xf32>
    %240 = stablehlo.divide %236, %239 : tensor<96x32xf32>
    %241 = stablehlo.subtract %arg0, %240 : tensor<96x32xf32>
    %cst_99 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %243 = stablehlo.multiply %242, %134 : tensor<2x32xf32>
    %244 = stablehlo.sqrt %186 : tensor<2x32xf32>
    %cst_100 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %246 = stablehlo.add %244, %245 : tensor<2x32xf32>
    %247 = stablehlo.divide %243, %246 : tensor<2x32xf32>
    %248 = stablehlo.subtract %arg1, %247 : tensor<2x32xf32>
    %cst_101 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %249 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %250 = stablehlo.multiply %249, %139 : tensor<2x32xf32>
    %251 = stablehlo.sqrt %192 : tensor<2x32xf32>
    %cst_102 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %253 = stablehlo.add %251, %252 : tensor<2x32xf32>
    %254 = stablehlo.divide %250, %253 : tensor<2x32xf32>
    %255 = stablehlo.subtract %arg2, %254 : tensor<2x32xf32>
    %cst_103 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %256 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %257 = stablehlo.multiply %256, %144 : tensor<32xf32>
    %258 = stablehlo.sqrt %198 : tensor<32xf32>
    %cst_104 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %259 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %260 = stablehlo.add %258, %259 : tensor<32xf32>
    %261 = stablehlo.divide %257, %260 : tensor<32xf32>
    %262 = stablehlo.subtract %arg3, %261 : tensor<32xf32>
    %cst_105 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %263 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<2x32x64xf32>
    %264 = stablehlo.multiply %263, %149 : tensor<2x32x64xf32>
    %265 = stablehlo.sqrt %204 : tensor<2x32x64xf32>
    %cst_106 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %266 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<2x32x64xf32>
    %267 = stablehlo.add %265, %266 : tensor<2x32x64xf32>
    %268 = stablehlo.divide %264, %267 : tensor<2x32x64xf32>
    %269 = stablehlo.subtract %arg4, %268 : tensor<2x32x64xf32>
    %cst_107 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %270 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<2x64x32xf32>
    %271 = stablehlo.multiply %270, %154 : tensor<2x64x32xf32>
    %272 = stablehlo.sqrt %210 : tensor<2x64x32xf32>
    %cst_108 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %273 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<2x64x32xf32>
    %274 = stablehlo.add %272, %273 : tensor<2x64x32xf32>
    %275 = stablehlo.divide %271, %274 : tensor<2x64x32xf32>
    %276 = stablehlo.subtract %arg5, %275 : tensor<2x64x32xf32>
    %cst_109 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %277 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %278 = stablehlo.multiply %277, %159 : tensor<2x32x4x8xf32>
    %279 = stablehlo.sqrt %216 : tensor<2x32x4x8xf32>
    %cst_110 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %280 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %281 = stablehlo.add %279, %280 : tensor<2x32x4x8xf32>
    %282 = stablehlo.divide %278, %281 : tensor<2x32x4x8xf32>
    %283 = stablehlo.subtract %arg6, %282 : tensor<2x32x4x8xf32>
    %cst_111 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %284 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %285 = stablehlo.multiply %284, %164 : tensor<2x4x8x32xf32>
    %286 = stablehlo.sqrt %222 : tensor<2x4x8x32xf32>
    %cst_112 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %287 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %288 = stablehlo.add %286, %287 : tensor<2x4x8x32xf32>
    %289 = stablehlo.divide %285, %288 : tensor<2x4x8x32xf32>
    %290 = stablehlo.subtract %arg7, %289 : tensor<2x4x8x32xf32>
    %cst_113 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %291 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %292 = stablehlo.multiply %291, %169 : tensor<2x32x4x8xf32>
    %293 = stablehlo.sqrt %228 : tensor<2x32x4x8xf32>
    %cst_114 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %294 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %295 = stablehlo.add %293, %294 : tensor<2x32x4x8xf32>
    %296 = stablehlo.divide %292, %295 : tensor<2x32x4x8xf32>
    %297 = stablehlo.subtract %arg8, %296 : tensor<2x32x4x8xf32>
    %cst_115 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %299 = stablehlo.multiply %298, %174 : tensor<2x32x4x8xf32>
    %300 = stablehlo.sqrt %234 : tensor<2x32x4x8xf32>
    %cst_116 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %301 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %302 = stablehlo.add %300, %301 : tensor<2x32x4x8xf32>
    %303 = stablehlo.divide %299, %302 : tensor<2x32x4x8xf32>
    %304 = stablehlo.subtract %arg9, %303 : tensor<2x32x4x8xf32>
    return %75, %241, %248, %255, %262, %269, %276, %283, %290, %297, %304, %129, %134, %139, %144, %149, %154, %159, %164, %169, %174, %180, %186, %192, %198, %204, %210, %216, %222, %228, %234 : tensor<f32>, tensor<96x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<32xf32>, tensor<2x32x64xf32>, tensor<2x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<96x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<32xf32>, tensor<2x32x64xf32>, tensor<2x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<96x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<32xf32>, tensor<2x32x64xf32>, tensor<2x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>
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
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x32xf32>, %arg1: tensor<i32>) -> tensor<32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 32] : (tensor<2x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32xf32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<2x32x64xf32>, %arg1: tensor<i32>) -> tensor<32x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 32, 64] : (tensor<2x32x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x64xf32>) -> tensor<32x64xf32>
    return %1 : tensor<32x64xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<2x64x32xf32>, %arg1: tensor<i32>) -> tensor<64x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 64, 32] : (tensor<2x64x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x64x32xf32>) -> tensor<64x32xf32>
    return %1 : tensor<64x32xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<2x32x4x8xf32>, %arg1: tensor<i32>) -> tensor<32x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 32, 4, 8] : (tensor<2x32x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x4x8xf32>) -> tensor<32x4x8xf32>
    return %1 : tensor<32x4x8xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<2x4x8x32xf32>, %arg1: tensor<i32>) -> tensor<4x8x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 8, 32] : (tensor<2x4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x8x32xf32>) -> tensor<4x8x32xf32>
    return %1 : tensor<4x8x32xf32>
  }
  func.func private @_where_4(%arg0: tensor<8x4x16x16xf32>, %arg1: tensor<8x4x16x16xi1>, %arg2: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %0 : tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2x8x16x32xf32>, %arg1: tensor<8x16x32xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x32xf32>) -> tensor<1x8x16x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x16x32xf32>, tensor<1x8x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x32xf32>
    return %1 : tensor<2x8x16x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<2x8x16x1xf32>, %arg1: tensor<8x16x1xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x1xf32>) -> tensor<1x8x16x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x16x1xf32>, tensor<1x8x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x1xf32>
    return %1 : tensor<2x8x16x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<2x1x1x32xf32>, %arg1: tensor<1x1x32xf32>, %arg2: tensor<i32>) -> tensor<2x1x1x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<1x1x32xf32>) -> tensor<1x1x1x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x1x1x32xf32>, tensor<1x1x1x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x1x1x32xf32>
    return %1 : tensor<2x1x1x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<2x8x16x4x8xf32>, %arg1: tensor<8x16x4x8xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<1x8x16x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x16x4x8xf32>, tensor<1x8x16x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
    return %1 : tensor<2x8x16x4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<2x8x4x16x16xf32>, %arg1: tensor<8x4x16x16xf32>, %arg2: tensor<i32>) -> tensor<2x8x4x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x4x16x16xf32>) -> tensor<1x8x4x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x4x16x16xf32>, tensor<1x8x4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
    return %1 : tensor<2x8x4x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<2x8x4x16x1xf32>, %arg1: tensor<8x4x16x1xf32>, %arg2: tensor<i32>) -> tensor<2x8x4x16x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x4x16x1xf32>) -> tensor<1x8x4x16x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x4x16x1xf32>, tensor<1x8x4x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
    return %1 : tensor<2x8x4x16x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<2x8x16x64xf32>, %arg1: tensor<8x16x64xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x64xf32>) -> tensor<1x8x16x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x16x64xf32>, tensor<1x8x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x64xf32>
    return %1 : tensor<2x8x16x64xf32>
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
  func.func private @take_along_axis_11(%arg0: tensor<8x16x1x1xi32>, %arg1: tensor<8x16x1xf32>) -> tensor<8x16x96xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x96xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x16x96xf32>, tensor<8x16x1x1xi32>, tensor<8x16x1xf32>) -> tensor<8x16x96xf32>
    return %1 : tensor<8x16x96xf32>
  }
  func.func private @dynamic_index_in_dim_12(%arg0: tensor<2x8x16x32xf32>, %arg1: tensor<i32>) -> tensor<8x16x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 32] : (tensor<2x8x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x32xf32>) -> tensor<8x16x32xf32>
    return %1 : tensor<8x16x32xf32>
  }
  func.func private @dynamic_index_in_dim_13(%arg0: tensor<2x8x16x1xf32>, %arg1: tensor<i32>) -> tensor<8x16x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 1] : (tensor<2x8x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x1xf32>) -> tensor<8x16x1xf32>
    return %1 : tensor<8x16x1xf32>
  }
  func.func private @dynamic_index_in_dim_14(%arg0: tensor<2x1x1x32xf32>, %arg1: tensor<i32>) -> tensor<1x1x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 1, 1, 32] : (tensor<2x1x1x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x1x32xf32>) -> tensor<1x1x32xf32>
    return %1 : tensor<1x1x32xf32>
  }
  func.func private @dynamic_index_in_dim_15(%arg0: tensor<2x8x16x4x8xf32>, %arg1: tensor<i32>) -> tensor<8x16x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 16, 4, 8] : (tensor<2x8x16x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x4x8xf32>) -> tensor<8x16x4x8xf32>
    return %1 : tensor<8x16x4x8xf32>
  }
  func.func private @dynamic_index_in_dim_16(%arg0: tensor<2x8x4x16x16xf32>, %arg1: tensor<i32>) -> tensor<8x4x16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 4, 16, 16] : (tensor<2x8x4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    return %1 : tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_index_in_dim_17(%arg0: tensor<2x8x4x16x1xf32>, %arg1: tensor<i32>) -> tensor<8x4x16x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 4, 16, 1] : (tensor<2x8x4x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x16x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x4x16x1xf32>) -> tensor<8x4x16x1xf32>
    return %1 : tensor<8x4x16x1xf32>
  }
  func.func private @dynamic_index_in_dim_18(%arg0: tensor<2x8x16x64xf32>, %arg1: tensor<i32>) -> tensor<8x16x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 64] : (tensor<2x8x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x64xf32>) -> tensor<8x16x64xf32>
    return %1 : tensor<8x16x64xf32>
  }
  func.func private @_where_19(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %1 : tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_20(%arg0: tensor<2x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<i32>) -> tensor<2x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x32xf32>, tensor<1x32xf32>, tensor<i32>, tensor<i32>) -> tensor<2x32xf32>
    return %1 : tensor<2x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_21(%arg0: tensor<2x32x64xf32>, %arg1: tensor<32x64xf32>, %arg2: tensor<i32>) -> tensor<2x32x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<32x64xf32>) -> tensor<1x32x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x32x64xf32>, tensor<1x32x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x32x64xf32>
    return %1 : tensor<2x32x64xf32>
  }
  func.func private @dynamic_update_index_in_dim_22(%arg0: tensor<2x64x32xf32>, %arg1: tensor<64x32xf32>, %arg2: tensor<i32>) -> tensor<2x64x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<64x32xf32>) -> tensor<1x64x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x64x32xf32>, tensor<1x64x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x64x32xf32>
    return %1 : tensor<2x64x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_23(%arg0: tensor<2x32x4x8xf32>, %arg1: tensor<32x4x8xf32>, %arg2: tensor<i32>) -> tensor<2x32x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<32x4x8xf32>) -> tensor<1x32x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x32x4x8xf32>, tensor<1x32x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x32x4x8xf32>
    return %1 : tensor<2x32x4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_24(%arg0: tensor<2x4x8x32xf32>, %arg1: tensor<4x8x32xf32>, %arg2: tensor<i32>) -> tensor<2x4x8x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x8x32xf32>) -> tensor<1x4x8x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x4x8x32xf32>, tensor<1x4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x8x32xf32>
    return %1 : tensor<2x4x8x32xf32>
  }
}
