// A whole program (dense_lm_fsdp, small), partitioned, run on all its devices, and compared with one device.
// RUN: %partita run %s --random 1 --verify --rtol 2e-3 --atol 2e-4
module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=8]> {stablehlo.mesh = {axes = [{name = "x", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<96x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg3: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg4: tensor<2x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %arg5: tensor<2x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}, %arg6: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg7: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"x"}]>}, %arg8: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg9: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg10: tensor<96x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg11: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg12: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg13: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg14: tensor<2x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %arg15: tensor<2x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}, %arg16: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg17: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"x"}]>}, %arg18: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg19: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg20: tensor<96x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg21: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg22: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg23: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg24: tensor<2x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %arg25: tensor<2x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}, %arg26: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg27: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"x"}]>}, %arg28: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg29: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg30: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg31: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<96x32xf32> {jax.result_info = "result[1]['emb']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[1]['ln1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[1]['ln2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<32xf32> {jax.result_info = "result[1]['lnf']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<2x32x64xf32> {jax.result_info = "result[1]['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, tensor<2x64x32xf32> {jax.result_info = "result[1]['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[1]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[1]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"x"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[1]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[1]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<96x32xf32> {jax.result_info = "result[2]['emb']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[2]['ln1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[2]['ln2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<32xf32> {jax.result_info = "result[2]['lnf']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<2x32x64xf32> {jax.result_info = "result[2]['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, tensor<2x64x32xf32> {jax.result_info = "result[2]['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[2]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[2]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"x"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[2]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[2]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<96x32xf32> {jax.result_info = "result[3]['emb']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[3]['ln1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[3]['ln2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<32xf32> {jax.result_info = "result[3]['lnf']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<2x32x64xf32> {jax.result_info = "result[3]['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, tensor<2x64x32xf32> {jax.result_info = "result[3]['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[3]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[3]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"x"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[3]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[3]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %1 = stablehlo.compare LT, %arg30, %0, SIGNED : (tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x16xi1>
    %c_0 = stablehlo.constant dense<96> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %3 = stablehlo.add %arg30, %2 : tensor<8x16xi32>
    %4 = stablehlo.select %1, %3, %arg30 : tensor<8x16xi1>, tensor<8x16xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<96x32xf32>, tensor<8x16x1xi32>) -> tensor<8x16x32xf32>
    %c_1 = stablehlo.constant dense<true> : tensor<i1>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %8 = call @tril(%7) : (tensor<16x16xi1>) -> tensor<16x16xi1>
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %9:2 = call @_where(%8, %cst) : (tensor<16x16xi1>, tensor<f32>) -> (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>)
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x1x1x32xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x1xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2x1x1x32xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x8x16x64xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<2x8x16x64xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<2x8x16x64xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<2x8x16x64xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<2x8x16x64xf32>
    %c_27 = stablehlo.constant dense<0> : tensor<i32>
    %35:37 = stablehlo.while(%iterArg = %arg1, %iterArg_117 = %arg2, %iterArg_118 = %arg4, %iterArg_119 = %arg5, %iterArg_120 = %arg6, %iterArg_121 = %arg7, %iterArg_122 = %arg8, %iterArg_123 = %arg9, %iterArg_124 = %9#0, %iterArg_125 = %9#1, %iterArg_126 = %c_27, %iterArg_127 = %6, %iterArg_128 = %10, %iterArg_129 = %11, %iterArg_130 = %12, %iterArg_131 = %13, %iterArg_132 = %14, %iterArg_133 = %15, %iterArg_134 = %16, %iterArg_135 = %17, %iterArg_136 = %18, %iterArg_137 = %19, %iterArg_138 = %20, %iterArg_139 = %21, %iterArg_140 = %22, %iterArg_141 = %23, %iterArg_142 = %24, %iterArg_143 = %25, %iterArg_144 = %26, %iterArg_145 = %27, %iterArg_146 = %28, %iterArg_147 = %29, %iterArg_148 = %30, %iterArg_149 = %31, %iterArg_150 = %32, %iterArg_151 = %33, %iterArg_152 = %34) : tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32x64xf32>, tensor<2x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>
    cond {
      %c_153 = stablehlo.constant dense<2> : tensor<i32>
      %303 = stablehlo.compare LT, %iterArg_126, %c_153, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %303 : tensor<i1>
    } do {
      %303 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_126) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %304 = func.call @dynamic_index_in_dim(%iterArg_117, %iterArg_126) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %305 = func.call @dynamic_index_in_dim_0(%iterArg_118, %iterArg_126) : (tensor<2x32x64xf32>, tensor<i32>) -> tensor<32x64xf32>
      %306 = func.call @dynamic_index_in_dim_1(%iterArg_119, %iterArg_126) : (tensor<2x64x32xf32>, tensor<i32>) -> tensor<64x32xf32>
      %307 = func.call @dynamic_index_in_dim_2(%iterArg_120, %iterArg_126) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %308 = func.call @dynamic_index_in_dim_3(%iterArg_121, %iterArg_126) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %309 = func.call @dynamic_index_in_dim_2(%iterArg_122, %iterArg_126) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %310 = func.call @dynamic_index_in_dim_2(%iterArg_123, %iterArg_126) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %311 = stablehlo.multiply %iterArg_127, %iterArg_127 : tensor<8x16x32xf32>
      %cst_153 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %312 = stablehlo.reduce(%311 init: %cst_153) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %313 = stablehlo.broadcast_in_dim %312, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %cst_154 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %314 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %315 = stablehlo.divide %313, %314 : tensor<8x16x1xf32>
      %cst_155 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %316 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %317 = stablehlo.add %315, %316 : tensor<8x16x1xf32>
      %318 = stablehlo.rsqrt %317 : tensor<8x16x1xf32>
      %319 = stablehlo.divide %318, %317 : tensor<8x16x1xf32>
      %cst_156 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
      %320 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %321 = stablehlo.multiply %320, %319 : tensor<8x16x1xf32>
      %322 = stablehlo.broadcast_in_dim %318, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %323 = stablehlo.multiply %iterArg_127, %322 : tensor<8x16x32xf32>
      %324 = stablehlo.broadcast_in_dim %303, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %325 = stablehlo.broadcast_in_dim %324, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %326 = stablehlo.multiply %323, %325 : tensor<8x16x32xf32>
      %327 = stablehlo.dot_general %326, %309, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %328 = stablehlo.dot_general %326, %307, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %329 = stablehlo.dot_general %326, %310, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
      %330 = stablehlo.dot_general %327, %328, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
      %cst_157 = stablehlo.constant dense<2.82842708> : tensor<f32>
      %331 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
      %332 = stablehlo.divide %330, %331 : tensor<8x4x16x16xf32>
      %333 = func.call @_where_4(%332, %iterArg_124, %iterArg_125) : (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
      %cst_158 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %334 = stablehlo.reduce(%333 init: %cst_158) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %cst_159 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %335 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
      %336 = stablehlo.maximum %335, %334 : tensor<8x4x16xf32>
      %337 = stablehlo.broadcast_in_dim %336, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %338 = stablehlo.broadcast_in_dim %337, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %339 = stablehlo.subtract %333, %338 : tensor<8x4x16x16xf32>
      %340 = stablehlo.exponential %339 : tensor<8x4x16x16xf32>
      %cst_160 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %341 = stablehlo.reduce(%340 init: %cst_160) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %342 = stablehlo.broadcast_in_dim %341, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %343 = stablehlo.broadcast_in_dim %342, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %344 = stablehlo.divide %340, %343 : tensor<8x4x16x16xf32>
      %345 = stablehlo.multiply %342, %342 : tensor<8x4x16x1xf32>
      %cst_161 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %346 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
      %347 = stablehlo.divide %346, %345 : tensor<8x4x16x1xf32>
      %348 = stablehlo.dot_general %329, %344, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
      %349 = stablehlo.transpose %348, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
      %350 = stablehlo.dot_general %349, %308, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
      %351 = stablehlo.add %iterArg_127, %350 : tensor<8x16x32xf32>
      %352 = stablehlo.multiply %351, %351 : tensor<8x16x32xf32>
      %cst_162 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %353 = stablehlo.reduce(%352 init: %cst_162) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %354 = stablehlo.broadcast_in_dim %353, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %cst_163 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %355 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %356 = stablehlo.divide %354, %355 : tensor<8x16x1xf32>
      %cst_164 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %357 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %358 = stablehlo.add %356, %357 : tensor<8x16x1xf32>
      %359 = stablehlo.rsqrt %358 : tensor<8x16x1xf32>
      %360 = stablehlo.divide %359, %358 : tensor<8x16x1xf32>
      %cst_165 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
      %361 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %362 = stablehlo.multiply %361, %360 : tensor<8x16x1xf32>
      %363 = stablehlo.broadcast_in_dim %359, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %364 = stablehlo.multiply %351, %363 : tensor<8x16x32xf32>
      %365 = stablehlo.broadcast_in_dim %304, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %366 = stablehlo.broadcast_in_dim %365, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %367 = stablehlo.multiply %364, %366 : tensor<8x16x32xf32>
      %368 = stablehlo.dot_general %367, %305, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
      %369 = stablehlo.multiply %368, %368 : tensor<8x16x64xf32>
      %370 = stablehlo.multiply %369, %368 : tensor<8x16x64xf32>
      %371 = stablehlo.multiply %368, %368 : tensor<8x16x64xf32>
      %cst_166 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
      %372 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %373 = stablehlo.multiply %372, %371 : tensor<8x16x64xf32>
      %cst_167 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %374 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %375 = stablehlo.multiply %374, %370 : tensor<8x16x64xf32>
      %376 = stablehlo.add %368, %375 : tensor<8x16x64xf32>
      %cst_168 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %377 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %378 = stablehlo.multiply %377, %376 : tensor<8x16x64xf32>
      %379 = stablehlo.tanh %378 : tensor<8x16x64xf32>
      %cst_169 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %380 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %381 = stablehlo.add %380, %379 : tensor<8x16x64xf32>
      %cst_170 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %382 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %383 = stablehlo.subtract %382, %379 : tensor<8x16x64xf32>
      %384 = stablehlo.multiply %381, %383 : tensor<8x16x64xf32>
      %cst_171 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %385 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %386 = stablehlo.add %385, %379 : tensor<8x16x64xf32>
      %cst_172 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %387 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %388 = stablehlo.multiply %387, %386 : tensor<8x16x64xf32>
      %389 = stablehlo.multiply %368, %388 : tensor<8x16x64xf32>
      %390 = stablehlo.dot_general %389, %306, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<64x32xf32>) -> tensor<8x16x32xf32>
      %391 = stablehlo.add %351, %390 : tensor<8x16x32xf32>
      %392 = func.call @dynamic_update_index_in_dim(%iterArg_128, %iterArg_127, %iterArg_126) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %393 = func.call @dynamic_update_index_in_dim_5(%iterArg_129, %321, %iterArg_126) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %394 = func.call @dynamic_update_index_in_dim_5(%iterArg_130, %318, %iterArg_126) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %395 = func.call @dynamic_update_index_in_dim_6(%iterArg_131, %324, %iterArg_126) : (tensor<2x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<2x1x1x32xf32>
      %396 = func.call @dynamic_update_index_in_dim(%iterArg_132, %323, %iterArg_126) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %397 = func.call @dynamic_update_index_in_dim(%iterArg_133, %326, %iterArg_126) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %398 = func.call @dynamic_update_index_in_dim_7(%iterArg_134, %328, %iterArg_126) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %399 = func.call @dynamic_update_index_in_dim_7(%iterArg_135, %327, %iterArg_126) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %400 = func.call @dynamic_update_index_in_dim_8(%iterArg_136, %340, %iterArg_126) : (tensor<2x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
      %401 = func.call @dynamic_update_index_in_dim_9(%iterArg_137, %342, %iterArg_126) : (tensor<2x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
      %402 = func.call @dynamic_update_index_in_dim_9(%iterArg_138, %347, %iterArg_126) : (tensor<2x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
      %403 = func.call @dynamic_update_index_in_dim_8(%iterArg_139, %344, %iterArg_126) : (tensor<2x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
      %404 = func.call @dynamic_update_index_in_dim_7(%iterArg_140, %329, %iterArg_126) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %405 = func.call @dynamic_update_index_in_dim_7(%iterArg_141, %349, %iterArg_126) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %406 = func.call @dynamic_update_index_in_dim(%iterArg_142, %351, %iterArg_126) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %407 = func.call @dynamic_update_index_in_dim_5(%iterArg_143, %362, %iterArg_126) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %408 = func.call @dynamic_update_index_in_dim_5(%iterArg_144, %359, %iterArg_126) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %409 = func.call @dynamic_update_index_in_dim_6(%iterArg_145, %365, %iterArg_126) : (tensor<2x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<2x1x1x32xf32>
      %410 = func.call @dynamic_update_index_in_dim(%iterArg_146, %364, %iterArg_126) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %411 = func.call @dynamic_update_index_in_dim(%iterArg_147, %367, %iterArg_126) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %412 = func.call @dynamic_update_index_in_dim_10(%iterArg_148, %373, %iterArg_126) : (tensor<2x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<2x8x16x64xf32>
      %413 = func.call @dynamic_update_index_in_dim_10(%iterArg_149, %384, %iterArg_126) : (tensor<2x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<2x8x16x64xf32>
      %414 = func.call @dynamic_update_index_in_dim_10(%iterArg_150, %388, %iterArg_126) : (tensor<2x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<2x8x16x64xf32>
      %415 = func.call @dynamic_update_index_in_dim_10(%iterArg_151, %368, %iterArg_126) : (tensor<2x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<2x8x16x64xf32>
      %416 = func.call @dynamic_update_index_in_dim_10(%iterArg_152, %389, %iterArg_126) : (tensor<2x8x16x64xf32>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<2x8x16x64xf32>
      %c_173 = stablehlo.constant dense<1> : tensor<i32>
      %417 = stablehlo.add %iterArg_126, %c_173 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_117, %iterArg_118, %iterArg_119, %iterArg_120, %iterArg_121, %iterArg_122, %iterArg_123, %iterArg_124, %iterArg_125, %417, %391, %392, %393, %394, %395, %396, %397, %398, %399, %400, %401, %402, %403, %404, %405, %406, %407, %408, %409, %410, %411, %412, %413, %414, %415, %416 : tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32x64xf32>, tensor<2x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>
    }
    %36 = stablehlo.multiply %35#11, %35#11 : tensor<8x16x32xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_29 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %40 = stablehlo.divide %38, %39 : tensor<8x16x1xf32>
    %cst_30 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %42 = stablehlo.add %40, %41 : tensor<8x16x1xf32>
    %43 = stablehlo.rsqrt %42 : tensor<8x16x1xf32>
    %44 = stablehlo.divide %43, %42 : tensor<8x16x1xf32>
    %cst_31 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %46 = stablehlo.multiply %45, %44 : tensor<8x16x1xf32>
    %47 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %48 = stablehlo.multiply %35#11, %47 : tensor<8x16x32xf32>
    %49 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %51 = stablehlo.multiply %48, %50 : tensor<8x16x32xf32>
    %52 = stablehlo.dot_general %51, %arg0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<96x32xf32>) -> tensor<8x16x96xf32>
    %cst_32 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_32) applies stablehlo.maximum across dimensions = [2] : (tensor<8x16x96xf32>, tensor<f32>) -> tensor<8x16xf32>
    %cst_33 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %55 = stablehlo.maximum %54, %53 : tensor<8x16xf32>
    %56 = stablehlo.is_finite %55 : (tensor<8x16xf32>) -> tensor<8x16xi1>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %58 = stablehlo.select %56, %55, %57 : tensor<8x16xi1>, tensor<8x16xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x96xf32>
    %61 = stablehlo.subtract %52, %60 : tensor<8x16x96xf32>
    %62 = stablehlo.exponential %61 : tensor<8x16x96xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_35) applies stablehlo.add across dimensions = [2] : (tensor<8x16x96xf32>, tensor<f32>) -> tensor<8x16xf32>
    %64 = stablehlo.abs %63 : tensor<8x16xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %66 = stablehlo.compare GE, %63, %65, FLOAT : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
    %67 = stablehlo.log %64 : tensor<8x16xf32>
    %68 = stablehlo.add %67, %58 : tensor<8x16xf32>
    %69 = stablehlo.broadcast_in_dim %arg31, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %70:2 = call @take_along_axis(%52, %69) : (tensor<8x16x96xf32>, tensor<8x16x1xi32>) -> (tensor<8x16x1xf32>, tensor<8x16x1x1xi32>)
    %71 = stablehlo.reshape %70#0 : (tensor<8x16x1xf32>) -> tensor<8x16xf32>
    %72 = stablehlo.subtract %68, %71 : tensor<8x16xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_37) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_38 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %74 = stablehlo.divide %73, %cst_38 : tensor<f32>
    %cst_39 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_40 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %75 = stablehlo.divide %cst_39, %cst_40 : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %77 = stablehlo.negate %76 : tensor<8x16xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %79 = call @take_along_axis_11(%70#1, %78) : (tensor<8x16x1x1xi32>, tensor<8x16x1xf32>) -> tensor<8x16x96xf32>
    %80 = stablehlo.divide %76, %64 : tensor<8x16xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %82 = stablehlo.select %66, %81, %80 : tensor<8x16xi1>, tensor<8x16xf32>
    %83 = stablehlo.select %66, %80, %81 : tensor<8x16xi1>, tensor<8x16xf32>
    %84 = stablehlo.negate %82 : tensor<8x16xf32>
    %85 = stablehlo.add %83, %84 : tensor<8x16xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x96xf32>
    %87 = stablehlo.multiply %86, %62 : tensor<8x16x96xf32>
    %88 = stablehlo.add %79, %87 : tensor<8x16x96xf32>
    %89 = stablehlo.dot_general %88, %51, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x96xf32>, tensor<8x16x32xf32>) -> tensor<96x32xf32>
    %90 = stablehlo.dot_general %88, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x96xf32>, tensor<96x32xf32>) -> tensor<8x16x32xf32>
    %91 = stablehlo.multiply %48, %90 : tensor<8x16x32xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %92 = stablehlo.reduce(%91 init: %cst_42) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %93 = stablehlo.reshape %92 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %94 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %95 = stablehlo.multiply %90, %94 : tensor<8x16x32xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.reduce(%93 init: %cst_43) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %97 = stablehlo.multiply %35#11, %95 : tensor<8x16x32xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.reduce(%97 init: %cst_44) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %99 = stablehlo.reshape %98 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %100 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %101 = stablehlo.multiply %95, %100 : tensor<8x16x32xf32>
    %102 = stablehlo.multiply %99, %46 : tensor<8x16x1xf32>
    %cst_45 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %104 = stablehlo.divide %102, %103 : tensor<8x16x1xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %105 = stablehlo.reduce(%104 init: %cst_46) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %106 = stablehlo.broadcast_in_dim %105, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %107 = stablehlo.multiply %35#11, %106 : tensor<8x16x32xf32>
    %108 = stablehlo.add %101, %107 : tensor<8x16x32xf32>
    %109 = stablehlo.multiply %106, %35#11 : tensor<8x16x32xf32>
    %110 = stablehlo.add %108, %109 : tensor<8x16x32xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<2x32x64xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<2x64x32xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %c_55 = stablehlo.constant dense<0> : tensor<i32>
    %119:42 = stablehlo.while(%iterArg = %35#12, %iterArg_117 = %35#13, %iterArg_118 = %35#14, %iterArg_119 = %35#15, %iterArg_120 = %35#16, %iterArg_121 = %arg8, %iterArg_122 = %35#17, %iterArg_123 = %arg6, %iterArg_124 = %arg9, %iterArg_125 = %35#18, %iterArg_126 = %35#19, %iterArg_127 = %35#20, %iterArg_128 = %35#21, %iterArg_129 = %35#22, %iterArg_130 = %35#23, %iterArg_131 = %35#24, %iterArg_132 = %arg7, %iterArg_133 = %35#25, %iterArg_134 = %35#26, %iterArg_135 = %35#27, %iterArg_136 = %35#28, %iterArg_137 = %35#29, %iterArg_138 = %35#30, %iterArg_139 = %arg4, %iterArg_140 = %35#31, %iterArg_141 = %35#32, %iterArg_142 = %35#33, %iterArg_143 = %35#34, %iterArg_144 = %35#35, %iterArg_145 = %arg5, %iterArg_146 = %35#36, %iterArg_147 = %9#0, %iterArg_148 = %c_55, %iterArg_149 = %110, %iterArg_150 = %111, %iterArg_151 = %112, %iterArg_152 = %113, %iterArg_153 = %114, %iterArg_154 = %115, %iterArg_155 = %116, %iterArg_156 = %117, %iterArg_157 = %118) : tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x64xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x64x32xf32>, tensor<2x8x16x64xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32x64xf32>, tensor<2x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>
    cond {
      %c_158 = stablehlo.constant dense<2> : tensor<i32>
      %303 = stablehlo.compare LT, %iterArg_148, %c_158, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %303 : tensor<i1>
    } do {
      %c_158 = stablehlo.constant dense<2> : tensor<i32>
      %303 = stablehlo.subtract %c_158, %iterArg_148 : tensor<i32>
      %c_159 = stablehlo.constant dense<1> : tensor<i32>
      %304 = stablehlo.subtract %303, %c_159 : tensor<i32>
      %305 = func.call @dynamic_index_in_dim_12(%iterArg, %304) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %306 = func.call @dynamic_index_in_dim_13(%iterArg_117, %304) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %307 = func.call @dynamic_index_in_dim_13(%iterArg_118, %304) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %308 = func.call @dynamic_index_in_dim_14(%iterArg_119, %304) : (tensor<2x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %309 = func.call @dynamic_index_in_dim_12(%iterArg_120, %304) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %310 = func.call @dynamic_index_in_dim_2(%iterArg_121, %304) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %311 = func.call @dynamic_index_in_dim_12(%iterArg_122, %304) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %312 = func.call @dynamic_index_in_dim_2(%iterArg_123, %304) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %313 = func.call @dynamic_index_in_dim_2(%iterArg_124, %304) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %314 = func.call @dynamic_index_in_dim_15(%iterArg_125, %304) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %315 = func.call @dynamic_index_in_dim_15(%iterArg_126, %304) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %316 = func.call @dynamic_index_in_dim_16(%iterArg_127, %304) : (tensor<2x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %317 = func.call @dynamic_index_in_dim_17(%iterArg_128, %304) : (tensor<2x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %318 = func.call @dynamic_index_in_dim_17(%iterArg_129, %304) : (tensor<2x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %319 = func.call @dynamic_index_in_dim_16(%iterArg_130, %304) : (tensor<2x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %320 = func.call @dynamic_index_in_dim_15(%iterArg_131, %304) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %321 = func.call @dynamic_index_in_dim_3(%iterArg_132, %304) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %322 = func.call @dynamic_index_in_dim_15(%iterArg_133, %304) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %323 = func.call @dynamic_index_in_dim_12(%iterArg_134, %304) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %324 = func.call @dynamic_index_in_dim_13(%iterArg_135, %304) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %325 = func.call @dynamic_index_in_dim_13(%iterArg_136, %304) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %326 = func.call @dynamic_index_in_dim_14(%iterArg_137, %304) : (tensor<2x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %327 = func.call @dynamic_index_in_dim_12(%iterArg_138, %304) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %328 = func.call @dynamic_index_in_dim_0(%iterArg_139, %304) : (tensor<2x32x64xf32>, tensor<i32>) -> tensor<32x64xf32>
      %329 = func.call @dynamic_index_in_dim_12(%iterArg_140, %304) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %330 = func.call @dynamic_index_in_dim_18(%iterArg_141, %304) : (tensor<2x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %331 = func.call @dynamic_index_in_dim_18(%iterArg_142, %304) : (tensor<2x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %332 = func.call @dynamic_index_in_dim_18(%iterArg_143, %304) : (tensor<2x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %333 = func.call @dynamic_index_in_dim_18(%iterArg_144, %304) : (tensor<2x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %334 = func.call @dynamic_index_in_dim_1(%iterArg_145, %304) : (tensor<2x64x32xf32>, tensor<i32>) -> tensor<64x32xf32>
      %335 = func.call @dynamic_index_in_dim_18(%iterArg_146, %304) : (tensor<2x8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
      %336 = stablehlo.dot_general %iterArg_149, %335, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x64xf32>) -> tensor<32x64xf32>
      %337 = stablehlo.transpose %336, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
      %338 = stablehlo.dot_general %iterArg_149, %334, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<64x32xf32>) -> tensor<8x16x64xf32>
      %339 = stablehlo.multiply %333, %338 : tensor<8x16x64xf32>
      %340 = stablehlo.multiply %338, %332 : tensor<8x16x64xf32>
      %cst_160 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %341 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %342 = stablehlo.multiply %341, %339 : tensor<8x16x64xf32>
      %343 = stablehlo.multiply %342, %331 : tensor<8x16x64xf32>
      %cst_161 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %344 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %345 = stablehlo.multiply %344, %343 : tensor<8x16x64xf32>
      %346 = stablehlo.add %340, %345 : tensor<8x16x64xf32>
      %cst_162 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %347 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
      %348 = stablehlo.multiply %347, %345 : tensor<8x16x64xf32>
      %349 = stablehlo.multiply %348, %330 : tensor<8x16x64xf32>
      %350 = stablehlo.add %346, %349 : tensor<8x16x64xf32>
      %351 = stablehlo.dot_general %350, %329, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
      %352 = stablehlo.transpose %351, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
      %353 = stablehlo.dot_general %350, %328, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
      %354 = stablehlo.multiply %327, %353 : tensor<8x16x32xf32>
      %cst_163 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %355 = stablehlo.reduce(%354 init: %cst_163) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
      %356 = stablehlo.reshape %355 : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %357 = stablehlo.broadcast_in_dim %326, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %358 = stablehlo.multiply %353, %357 : tensor<8x16x32xf32>
      %cst_164 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %359 = stablehlo.reduce(%356 init: %cst_164) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
      %360 = stablehlo.multiply %323, %358 : tensor<8x16x32xf32>
      %cst_165 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %361 = stablehlo.reduce(%360 init: %cst_165) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %362 = stablehlo.reshape %361 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %363 = stablehlo.broadcast_in_dim %325, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %364 = stablehlo.multiply %358, %363 : tensor<8x16x32xf32>
      %365 = stablehlo.add %iterArg_149, %364 : tensor<8x16x32xf32>
      %366 = stablehlo.multiply %362, %324 : tensor<8x16x1xf32>
      %cst_166 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %367 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %368 = stablehlo.divide %366, %367 : tensor<8x16x1xf32>
      %cst_167 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %369 = stablehlo.reduce(%368 init: %cst_167) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
      %370 = stablehlo.broadcast_in_dim %369, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
      %371 = stablehlo.multiply %323, %370 : tensor<8x16x32xf32>
      %372 = stablehlo.add %365, %371 : tensor<8x16x32xf32>
      %373 = stablehlo.multiply %370, %323 : tensor<8x16x32xf32>
      %374 = stablehlo.add %372, %373 : tensor<8x16x32xf32>
      %375 = stablehlo.dot_general %374, %322, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
      %376 = stablehlo.transpose %375, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
      %377 = stablehlo.dot_general %374, %321, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
      %378 = stablehlo.transpose %377, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf32>) -> tensor<8x4x8x16xf32>
      %379 = stablehlo.dot_general %378, %320, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
      %380 = stablehlo.dot_general %378, %319, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
      %381 = stablehlo.transpose %380, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
      %382 = stablehlo.broadcast_in_dim %318, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %383 = stablehlo.multiply %379, %382 : tensor<8x4x16x16xf32>
      %384 = stablehlo.multiply %383, %316 : tensor<8x4x16x16xf32>
      %cst_168 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %385 = stablehlo.reduce(%384 init: %cst_168) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %386 = stablehlo.reshape %385 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
      %387 = stablehlo.negate %386 : tensor<8x4x16x1xf32>
      %388 = stablehlo.broadcast_in_dim %317, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
      %389 = stablehlo.divide %379, %388 : tensor<8x4x16x16xf32>
      %cst_169 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %390 = stablehlo.reduce(%387 init: %cst_169) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
      %391 = stablehlo.broadcast_in_dim %390, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
      %392 = stablehlo.add %389, %391 : tensor<8x4x16x16xf32>
      %393 = stablehlo.multiply %392, %316 : tensor<8x4x16x16xf32>
      %394 = func.call @_where_19(%iterArg_147, %393) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
      %cst_170 = stablehlo.constant dense<2.82842708> : tensor<f32>
      %395 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
      %396 = stablehlo.divide %394, %395 : tensor<8x4x16x16xf32>
      %397 = stablehlo.dot_general %396, %315, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
      %398 = stablehlo.transpose %397, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
      %399 = stablehlo.dot_general %396, %314, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
      %400 = stablehlo.transpose %399, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
      %401 = stablehlo.dot_general %381, %311, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %402 = stablehlo.transpose %401, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %403 = stablehlo.dot_general %381, %313, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %404 = stablehlo.dot_general %398, %311, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %405 = stablehlo.transpose %404, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %406 = stablehlo.dot_general %398, %312, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %407 = stablehlo.add %403, %406 : tensor<8x16x32xf32>
      %408 = stablehlo.dot_general %400, %311, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
      %409 = stablehlo.transpose %408, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
      %410 = stablehlo.dot_general %400, %310, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
      %411 = stablehlo.add %407, %410 : tensor<8x16x32xf32>
      %412 = stablehlo.multiply %309, %411 : tensor<8x16x32xf32>
      %cst_171 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %413 = stablehlo.reduce(%412 init: %cst_171) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
      %414 = stablehlo.reshape %413 : (tensor<32xf32>) -> tensor<1x1x32xf32>
      %415 = stablehlo.broadcast_in_dim %308, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
      %416 = stablehlo.multiply %411, %415 : tensor<8x16x32xf32>
      %cst_172 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %417 = stablehlo.reduce(%414 init: %cst_172) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
      %418 = stablehlo.multiply %305, %416 : tensor<8x16x32xf32>
      %cst_173 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %419 = stablehlo.reduce(%418 init: %cst_173) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
      %420 = stablehlo.reshape %419 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
      %421 = stablehlo.broadcast_in_dim %307, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
      %422 = stablehlo.multiply %416, %421 : tensor<8x16x32xf32>
      %423 = stablehlo.add %374, %422 : tensor<8x16x32xf32>
      %424 = stablehlo.multiply %420, %306 : tensor<8x16x1xf32>
      %cst_174 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
      %425 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
      %426 = stablehlo.divide %424, %425 : tensor<8x16x1xf32>
      %cst_175 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %427 = stablehlo.reduce(%426 init: %cst_175) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
      %428 = stablehlo.broadcast_in_dim %427, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
      %429 = stablehlo.multiply %305, %428 : tensor<8x16x32xf32>
      %430 = stablehlo.add %423, %429 : tensor<8x16x32xf32>
      %431 = stablehlo.multiply %428, %305 : tensor<8x16x32xf32>
      %432 = stablehlo.add %430, %431 : tensor<8x16x32xf32>
      %433 = func.call @dynamic_update_index_in_dim_20(%iterArg_150, %417, %304) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %434 = func.call @dynamic_update_index_in_dim_20(%iterArg_151, %359, %304) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %435 = func.call @dynamic_update_index_in_dim_21(%iterArg_152, %352, %304) : (tensor<2x32x64xf32>, tensor<32x64xf32>, tensor<i32>) -> tensor<2x32x64xf32>
      %436 = func.call @dynamic_update_index_in_dim_22(%iterArg_153, %337, %304) : (tensor<2x64x32xf32>, tensor<64x32xf32>, tensor<i32>) -> tensor<2x64x32xf32>
      %437 = func.call @dynamic_update_index_in_dim_23(%iterArg_154, %405, %304) : (tensor<2x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<2x32x4x8xf32>
      %438 = func.call @dynamic_update_index_in_dim_24(%iterArg_155, %376, %304) : (tensor<2x4x8x32xf32>, tensor<4x8x32xf32>, tensor<i32>) -> tensor<2x4x8x32xf32>
      %439 = func.call @dynamic_update_index_in_dim_23(%iterArg_156, %409, %304) : (tensor<2x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<2x32x4x8xf32>
      %440 = func.call @dynamic_update_index_in_dim_23(%iterArg_157, %402, %304) : (tensor<2x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<2x32x4x8xf32>
      %c_176 = stablehlo.constant dense<1> : tensor<i32>
      %441 = stablehlo.add %iterArg_148, %c_176 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_117, %iterArg_118, %iterArg_119, %iterArg_120, %iterArg_121, %iterArg_122, %iterArg_123, %iterArg_124, %iterArg_125, %iterArg_126, %iterArg_127, %iterArg_128, %iterArg_129, %iterArg_130, %iterArg_131, %iterArg_132, %iterArg_133, %iterArg_134, %iterArg_135, %iterArg_136, %iterArg_137, %iterArg_138, %iterArg_139, %iterArg_140, %iterArg_141, %iterArg_142, %iterArg_143, %iterArg_144, %iterArg_145, %iterArg_146, %iterArg_147, %441, %432, %433, %434, %435, %436, %437, %438, %439, %440 : tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x64xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x8x16x64xf32>, tensor<2x64x32xf32>, tensor<2x8x16x64xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32x64xf32>, tensor<2x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>
    }
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %121 = "stablehlo.scatter"(%120, %5, %119#33) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg32: tensor<f32>, %arg33: tensor<f32>):
      %303 = stablehlo.add %arg32, %arg33 : tensor<f32>
      stablehlo.return %303 : tensor<f32>
    }) : (tensor<96x32xf32>, tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<96x32xf32>
    %122 = stablehlo.add %89, %121 : tensor<96x32xf32>
    %cst_57 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %124 = stablehlo.multiply %123, %arg10 : tensor<96x32xf32>
    %cst_58 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %126 = stablehlo.multiply %125, %122 : tensor<96x32xf32>
    %127 = stablehlo.add %124, %126 : tensor<96x32xf32>
    %cst_59 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %129 = stablehlo.multiply %128, %arg11 : tensor<2x32xf32>
    %cst_60 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %131 = stablehlo.multiply %130, %119#34 : tensor<2x32xf32>
    %132 = stablehlo.add %129, %131 : tensor<2x32xf32>
    %cst_61 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %134 = stablehlo.multiply %133, %arg12 : tensor<2x32xf32>
    %cst_62 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %136 = stablehlo.multiply %135, %119#35 : tensor<2x32xf32>
    %137 = stablehlo.add %134, %136 : tensor<2x32xf32>
    %cst_63 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %139 = stablehlo.multiply %138, %arg13 : tensor<32xf32>
    %cst_64 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %140 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %141 = stablehlo.multiply %140, %96 : tensor<32xf32>
    %142 = stablehlo.add %139, %141 : tensor<32xf32>
    %cst_65 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<2x32x64xf32>
    %144 = stablehlo.multiply %143, %arg14 : tensor<2x32x64xf32>
    %cst_66 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<2x32x64xf32>
    %146 = stablehlo.multiply %145, %119#36 : tensor<2x32x64xf32>
    %147 = stablehlo.add %144, %146 : tensor<2x32x64xf32>
    %cst_67 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<2x64x32xf32>
    %149 = stablehlo.multiply %148, %arg15 : tensor<2x64x32xf32>
    %cst_68 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<2x64x32xf32>
    %151 = stablehlo.multiply %150, %119#37 : tensor<2x64x32xf32>
    %152 = stablehlo.add %149, %151 : tensor<2x64x32xf32>
    %cst_69 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %154 = stablehlo.multiply %153, %arg16 : tensor<2x32x4x8xf32>
    %cst_70 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %156 = stablehlo.multiply %155, %119#38 : tensor<2x32x4x8xf32>
    %157 = stablehlo.add %154, %156 : tensor<2x32x4x8xf32>
    %cst_71 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %159 = stablehlo.multiply %158, %arg17 : tensor<2x4x8x32xf32>
    %cst_72 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %161 = stablehlo.multiply %160, %119#39 : tensor<2x4x8x32xf32>
    %162 = stablehlo.add %159, %161 : tensor<2x4x8x32xf32>
    %cst_73 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %164 = stablehlo.multiply %163, %arg18 : tensor<2x32x4x8xf32>
    %cst_74 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %166 = stablehlo.multiply %165, %119#40 : tensor<2x32x4x8xf32>
    %167 = stablehlo.add %164, %166 : tensor<2x32x4x8xf32>
    %cst_75 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %169 = stablehlo.multiply %168, %arg19 : tensor<2x32x4x8xf32>
    %cst_76 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %171 = stablehlo.multiply %170, %119#41 : tensor<2x32x4x8xf32>
    %172 = stablehlo.add %169, %171 : tensor<2x32x4x8xf32>
    %cst_77 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %174 = stablehlo.multiply %173, %arg20 : tensor<96x32xf32>
    %cst_78 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %176 = stablehlo.multiply %175, %122 : tensor<96x32xf32>
    %177 = stablehlo.multiply %176, %122 : tensor<96x32xf32>
    %178 = stablehlo.add %174, %177 : tensor<96x32xf32>
    %cst_79 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %179 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %180 = stablehlo.multiply %179, %arg21 : tensor<2x32xf32>
    %cst_80 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %182 = stablehlo.multiply %181, %119#34 : tensor<2x32xf32>
    %183 = stablehlo.multiply %182, %119#34 : tensor<2x32xf32>
    %184 = stablehlo.add %180, %183 : tensor<2x32xf32>
    %cst_81 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %186 = stablehlo.multiply %185, %arg22 : tensor<2x32xf32>
    %cst_82 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %187 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %188 = stablehlo.multiply %187, %119#35 : tensor<2x32xf32>
    %189 = stablehlo.multiply %188, %119#35 : tensor<2x32xf32>
    %190 = stablehlo.add %186, %189 : tensor<2x32xf32>
    %cst_83 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %191 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %192 = stablehlo.multiply %191, %arg23 : tensor<32xf32>
    %cst_84 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %194 = stablehlo.multiply %193, %96 : tensor<32xf32>
    %195 = stablehlo.multiply %194, %96 : tensor<32xf32>
    %196 = stablehlo.add %192, %195 : tensor<32xf32>
    %cst_85 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %197 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<2x32x64xf32>
    %198 = stablehlo.multiply %197, %arg24 : tensor<2x32x64xf32>
    %cst_86 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %199 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<2x32x64xf32>
    %200 = stablehlo.multiply %199, %119#36 : tensor<2x32x64xf32>
    %201 = stablehlo.multiply %200, %119#36 : tensor<2x32x64xf32>
    %202 = stablehlo.add %198, %201 : tensor<2x32x64xf32>
    %cst_87 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %203 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<2x64x32xf32>
    %204 = stablehlo.multiply %203, %arg25 : tensor<2x64x32xf32>
    %cst_88 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<2x64x32xf32>
    %206 = stablehlo.multiply %205, %119#37 : tensor<2x64x32xf32>
    %207 = stablehlo.multiply %206, %119#37 : tensor<2x64x32xf32>
    %208 = stablehlo.add %204, %207 : tensor<2x64x32xf32>
    %cst_89 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %209 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %210 = stablehlo.multiply %209, %arg26 : tensor<2x32x4x8xf32>
    %cst_90 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %211 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %212 = stablehlo.multiply %211, %119#38 : tensor<2x32x4x8xf32>
    %213 = stablehlo.multiply %212, %119#38 : tensor<2x32x4x8xf32>
    %214 = stablehlo.add %210, %213 : tensor<2x32x4x8xf32>
    %cst_91 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %215 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %216 = stablehlo.multiply %215, %arg27 : tensor<2x4x8x32xf32>
    %cst_92 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %218 = stablehlo.multiply %217, %119#39 : tensor<2x4x8x32xf32>
    %219 = stablehlo.multiply %218, %119#39 : tensor<2x4x8x32xf32>
    %220 = stablehlo.add %216, %219 : tensor<2x4x8x32xf32>
    %cst_93 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %221 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %222 = stablehlo.multiply %221, %arg28 : tensor<2x32x4x8xf32>
    %cst_94 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %223 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %224 = stablehlo.multiply %223, %119#40 : tensor<2x32x4x8xf32>
    %225 = stablehlo.multiply %224, %119#40 : tensor<2x32x4x8xf32>
    %226 = stablehlo.add %222, %225 : tensor<2x32x4x8xf32>
    %cst_95 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %228 = stablehlo.multiply %227, %arg29 : tensor<2x32x4x8xf32>
    %cst_96 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %229 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %230 = stablehlo.multiply %229, %119#41 : tensor<2x32x4x8xf32>
    %231 = stablehlo.multiply %230, %119#41 : tensor<2x32x4x8xf32>
    %232 = stablehlo.add %228, %231 : tensor<2x32x4x8xf32>
    %cst_97 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %233 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %234 = stablehlo.multiply %233, %127 : tensor<96x32xf32>
    %235 = stablehlo.sqrt %178 : tensor<96x32xf32>
    %cst_98 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %236 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<96x32xf32>
    %237 = stablehlo.add %235, %236 : tensor<96x32xf32>
    %238 = stablehlo.divide %234, %237 : tensor<96x32xf32>
    %239 = stablehlo.subtract %arg0, %238 : tensor<96x32xf32>
    %cst_99 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %240 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %241 = stablehlo.multiply %240, %132 : tensor<2x32xf32>
    %242 = stablehlo.sqrt %184 : tensor<2x32xf32>
    %cst_100 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %243 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %244 = stablehlo.add %242, %243 : tensor<2x32xf32>
    %245 = stablehlo.divide %241, %244 : tensor<2x32xf32>
    %246 = stablehlo.subtract %arg1, %245 : tensor<2x32xf32>
    %cst_101 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %247 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %248 = stablehlo.multiply %247, %137 : tensor<2x32xf32>
    %249 = stablehlo.sqrt %190 : tensor<2x32xf32>
    %cst_102 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %250 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %251 = stablehlo.add %249, %250 : tensor<2x32xf32>
    %252 = stablehlo.divide %248, %251 : tensor<2x32xf32>
    %253 = stablehlo.subtract %arg2, %252 : tensor<2x32xf32>
    %cst_103 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %255 = stablehlo.multiply %254, %142 : tensor<32xf32>
    %256 = stablehlo.sqrt %196 : tensor<32xf32>
    %cst_104 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %257 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %258 = stablehlo.add %256, %257 : tensor<32xf32>
    %259 = stablehlo.divide %255, %258 : tensor<32xf32>
    %260 = stablehlo.subtract %arg3, %259 : tensor<32xf32>
    %cst_105 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %261 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<2x32x64xf32>
    %262 = stablehlo.multiply %261, %147 : tensor<2x32x64xf32>
    %263 = stablehlo.sqrt %202 : tensor<2x32x64xf32>
    %cst_106 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %264 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<2x32x64xf32>
    %265 = stablehlo.add %263, %264 : tensor<2x32x64xf32>
    %266 = stablehlo.divide %262, %265 : tensor<2x32x64xf32>
    %267 = stablehlo.subtract %arg4, %266 : tensor<2x32x64xf32>
    %cst_107 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %268 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<2x64x32xf32>
    %269 = stablehlo.multiply %268, %152 : tensor<2x64x32xf32>
    %270 = stablehlo.sqrt %208 : tensor<2x64x32xf32>
    %cst_108 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %271 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<2x64x32xf32>
    %272 = stablehlo.add %270, %271 : tensor<2x64x32xf32>
    %273 = stablehlo.divide %269, %272 : tensor<2x64x32xf32>
    %274 = stablehlo.subtract %arg5, %273 : tensor<2x64x32xf32>
    %cst_109 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %275 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %276 = stablehlo.multiply %275, %157 : tensor<2x32x4x8xf32>
    %277 = stablehlo.sqrt %214 : tensor<2x32x4x8xf32>
    %cst_110 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %278 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %279 = stablehlo.add %277, %278 : tensor<2x32x4x8xf32>
    %280 = stablehlo.divide %276, %279 : tensor<2x32x4x8xf32>
    %281 = stablehlo.subtract %arg6, %280 : tensor<2x32x4x8xf32>
    %cst_111 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %282 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %283 = stablehlo.multiply %282, %162 : tensor<2x4x8x32xf32>
    %284 = stablehlo.sqrt %220 : tensor<2x4x8x32xf32>
    %cst_112 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %285 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %286 = stablehlo.add %284, %285 : tensor<2x4x8x32xf32>
    %287 = stablehlo.divide %283, %286 : tensor<2x4x8x32xf32>
    %288 = stablehlo.subtract %arg7, %287 : tensor<2x4x8x32xf32>
    %cst_113 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %289 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %290 = stablehlo.multiply %289, %167 : tensor<2x32x4x8xf32>
    %291 = stablehlo.sqrt %226 : tensor<2x32x4x8xf32>
    %cst_114 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %292 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %293 = stablehlo.add %291, %292 : tensor<2x32x4x8xf32>
    %294 = stablehlo.divide %290, %293 : tensor<2x32x4x8xf32>
    %295 = stablehlo.subtract %arg8, %294 : tensor<2x32x4x8xf32>
    %cst_115 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %296 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %297 = stablehlo.multiply %296, %172 : tensor<2x32x4x8xf32>
    %298 = stablehlo.sqrt %232 : tensor<2x32x4x8xf32>
    %cst_116 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %299 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %300 = stablehlo.add %298, %299 : tensor<2x32x4x8xf32>
    %301 = stablehlo.divide %297, %300 : tensor<2x32x4x8xf32>
    %302 = stablehlo.subtract %arg9, %301 : tensor<2x32x4x8xf32>
    return %74, %239, %246, %253, %260, %267, %274, %281, %288, %295, %302, %127, %132, %137, %142, %147, %152, %157, %162, %167, %172, %178, %184, %190, %196, %202, %208, %214, %220, %226, %232 : tensor<f32>, tensor<96x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<32xf32>, tensor<2x32x64xf32>, tensor<2x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<96x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<32xf32>, tensor<2x32x64xf32>, tensor<2x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>, tensor<96x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<32xf32>, tensor<2x32x64xf32>, tensor<2x64x32xf32>, tensor<2x32x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x4x8xf32>
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
