// RUN: %partita convert %s --to hlo | FileCheck %s
// RUN: %partita convert %s --to hlo -o %t.hlo
// RUN: %partita convert %t.hlo --to hlo | diff %t.hlo -
// The spelling of instructions with attributes, tuples and computations of their own.

module @ops attributes {mhlo.num_replicas = 1 : i32} {
  func.func @main(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>, %img: tensor<1x8x8x3xf32>, %ker: tensor<3x3x3x6xf32>, %v: tensor<16xf32>, %k: tensor<16xi32>, %state: tensor<2xui64>, %m: tensor<4x4xf32>, %g: tensor<3xf32>, %idx: tensor<2x1xi32>, %up: tensor<2xf32>, %s: tensor<f32>, %c: tensor<16xcomplex<f32>>, %branch: tensor<i32>) -> tensor<16xf32> {
    %dot = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    %conv = stablehlo.convolution(%img, %ker) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[0, 1], [1, 1]], rhs_dilate = [1, 2], reverse = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x6xf32>) -> tensor<1x4x6x6xf32>
    %pool = "stablehlo.reduce_window"(%m, %s) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %r = stablehlo.maximum %x0, %x1 : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<2x2xf32>
    %sort:2 = "stablehlo.sort"(%v, %k) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %y0: tensor<i32>, %y1: tensor<i32>):
      %r = stablehlo.compare LT, %x0, %x1, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %r : tensor<i1>
    }) : (tensor<16xf32>, tensor<16xi32>) -> (tensor<16xf32>, tensor<16xi32>)
    %bits:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    %fft = stablehlo.fft %c, type = FFT, length = [16] : (tensor<16xcomplex<f32>>) -> tensor<16xcomplex<f32>>
    %chol = stablehlo.cholesky %m, lower = true : tensor<4x4xf32>
    %solve = "stablehlo.triangular_solve"(%chol, %m) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %bn:3 = "stablehlo.batch_norm_training"(%img, %g, %g) <{epsilon = 1.0e-3 : f32, feature_index = 3 : i64}> : (tensor<1x8x8x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<1x8x8x3xf32>, tensor<3xf32>, tensor<3xf32>)
    %scatter = "stablehlo.scatter"(%v, %idx, %up) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %r = stablehlo.add %x0, %x1 : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<16xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<16xf32>
    %top:2 = chlo.top_k(%v, k = 3) : tensor<16xf32> -> (tensor<3xf32>, tensor<3xi32>)
    %barrier:2 = stablehlo.optimization_barrier %v, %k : tensor<16xf32>, tensor<16xi32>
    %call:2 = stablehlo.custom_call @target(%v, %k) {has_side_effect = true, backend_config = "a\22b", api_version = 2 : i32} : (tensor<16xf32>, tensor<16xi32>) -> (tensor<16xf32>, tensor<i32>)
    %ffi = stablehlo.custom_call @ffi(%v) {backend_config = {n = 3 : i64}, api_version = 4 : i32, mhlo.frontend_attributes = {key = "value"}} : (tensor<16xf32>) -> tensor<16xf32>
    %t = stablehlo.after_all : !stablehlo.token
    %in:2 = "stablehlo.infeed"(%t) <{infeed_config = "config"}> : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
    %out = "stablehlo.outfeed"(%in#0, %k, %in#1) <{outfeed_config = ""}> : (tensor<3xf32>, tensor<16xi32>, !stablehlo.token) -> !stablehlo.token
    %sent = "stablehlo.send"(%v, %out) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<16xf32>, !stablehlo.token) -> !stablehlo.token
    %got:2 = "stablehlo.recv"(%sent) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<16xf32>, !stablehlo.token)
    %case = "stablehlo.case"(%branch) ({
      stablehlo.return %got#0 : tensor<16xf32>
    }, {
      %z = stablehlo.constant dense<0.0> : tensor<16xf32>
      stablehlo.return %z : tensor<16xf32>
    }, {
      %z = stablehlo.add %v, %ffi : tensor<16xf32>
      stablehlo.return %z : tensor<16xf32>
    }) : (tensor<i32>) -> tensor<16xf32>
    return %case : tensor<16xf32>
  }
}

// CHECK{LITERAL}: HloModule ops, entry_computation_layout={(f32[2,3,4]{2,1,0}, f32[2,4,5]{2,1,0}, f32[1,8,8,3]{3,2,1,0}, f32[3,3,3,6]{3,2,1,0}, f32[16]{0}, s32[16]{0}, u64[2]{0}, f32[4,4]{1,0}, f32[3]{0}, s32[2,1]{1,0}, f32[2]{0}, f32[], c64[16]{0}, s32[])->f32[16]{0}}
// CHECK{LITERAL}: %maximum_f32 {
// CHECK{LITERAL}: %x0 = f32[] parameter(0)
// CHECK{LITERAL}: %x1 = f32[] parameter(1)
// CHECK{LITERAL}: ROOT %r = f32[] maximum(%x0, %x1)
// CHECK{LITERAL}: }
// CHECK{LITERAL}: %sort_comparator {
// CHECK{LITERAL}: %x0.1 = f32[] parameter(0)
// CHECK{LITERAL}: %x1.1 = f32[] parameter(1)
// CHECK{LITERAL}: %y0 = s32[] parameter(2)
// CHECK{LITERAL}: %y1 = s32[] parameter(3)
// CHECK{LITERAL}: ROOT %r.1 = pred[] compare(%x0.1, %x1.1), direction=LT, type=TOTALORDER
// CHECK{LITERAL}: }
// CHECK{LITERAL}: %add_f32 {
// CHECK{LITERAL}: %x0.2 = f32[] parameter(0)
// CHECK{LITERAL}: %x1.2 = f32[] parameter(1)
// CHECK{LITERAL}: ROOT %r.2 = f32[] add(%x0.2, %x1.2)
// CHECK{LITERAL}: }
// CHECK{LITERAL}: %case_branch {
// CHECK{LITERAL}: ROOT %arg = f32[16] parameter(0)
// CHECK{LITERAL}: }
// CHECK{LITERAL}: %case_branch.1 {
// CHECK{LITERAL}: %arg_tuple = () parameter(0)
// CHECK{LITERAL}: ROOT %z = f32[16] constant({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
// CHECK{LITERAL}: }
// CHECK{LITERAL}: %case_branch.2 {
// CHECK{LITERAL}: %arg_tuple.1 = (f32[16], f32[16]) parameter(0)
// CHECK{LITERAL}: %arg.1 = f32[16] get-tuple-element(%arg_tuple.1), index=0
// CHECK{LITERAL}: %arg.2 = f32[16] get-tuple-element(%arg_tuple.1), index=1
// CHECK{LITERAL}: ROOT %z_0 = f32[16] add(%arg.1, %arg.2)
// CHECK{LITERAL}: }
// CHECK{LITERAL}: ENTRY %main {
// CHECK{LITERAL}: %a = f32[2,3,4] parameter(0)
// CHECK{LITERAL}: %b = f32[2,4,5] parameter(1)
// CHECK{LITERAL}: %img = f32[1,8,8,3] parameter(2)
// CHECK{LITERAL}: %ker = f32[3,3,3,6] parameter(3)
// CHECK{LITERAL}: %v = f32[16] parameter(4)
// CHECK{LITERAL}: %k = s32[16] parameter(5)
// CHECK{LITERAL}: %state = u64[2] parameter(6)
// CHECK{LITERAL}: %m = f32[4,4] parameter(7)
// CHECK{LITERAL}: %g = f32[3] parameter(8)
// CHECK{LITERAL}: %idx = s32[2,1] parameter(9)
// CHECK{LITERAL}: %up = f32[2] parameter(10)
// CHECK{LITERAL}: %s = f32[] parameter(11)
// CHECK{LITERAL}: %c = c64[16] parameter(12)
// CHECK{LITERAL}: %branch = s32[] parameter(13)
// CHECK{LITERAL}: %dot = f32[2,3,5] dot(%a, %b), lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={0}, rhs_contracting_dims={1}, operand_precision={highest,default}
// CHECK{LITERAL}: %conv = f32[1,4,6,6] convolution(%img, %ker), window={size=3x3 stride=2x1 pad=0_1x1_1 rhs_dilate=1x2 rhs_reversal=0x1}, dim_labels=b01f_01io->b01f
// CHECK{LITERAL}: %pool = f32[2,2] reduce-window(%m, %s), window={size=2x2 stride=2x2}, to_apply=%maximum_f32
// CHECK{LITERAL}: %sort = (f32[16], s32[16]) sort(%v, %k), dimensions={0}, is_stable=true, to_apply=%sort_comparator
// CHECK{LITERAL}: %bits = (u64[2], u32[4]) rng-bit-generator(%state), algorithm=rng_three_fry
// CHECK{LITERAL}: %fft = c64[16] fft(%c), fft_type=FFT, fft_length={16}
// CHECK{LITERAL}: %chol = f32[4,4] cholesky(%m), lower=true
// CHECK{LITERAL}: %solve = f32[4,4] triangular-solve(%chol, %m), left_side=true, lower=true, transpose_a=NO_TRANSPOSE
// CHECK{LITERAL}: %bn = (f32[1,8,8,3], f32[3], f32[3]) batch-norm-training(%img, %g, %g), epsilon=0.001, feature_index=3
// CHECK{LITERAL}: %scatter = f32[16] scatter(%v, %idx, %up), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, unique_indices=true, to_apply=%add_f32
// CHECK{LITERAL}: %top = (f32[3], s32[3]) topk(%v), k=3, largest=true
// CHECK{LITERAL}: %tuple = (f32[16], s32[16]) tuple(%v, %k)
// CHECK{LITERAL}: %barrier = (f32[16], s32[16]) opt-barrier(%tuple)
// CHECK{LITERAL}: %call = (f32[16], s32[]) custom-call(%v, %k), custom_call_target="target", custom_call_has_side_effect=true, api_version=API_VERSION_STATUS_RETURNING, backend_config="a\"b"
// CHECK{LITERAL}: %ffi = f32[16] custom-call(%v), custom_call_target="ffi", api_version=API_VERSION_TYPED_FFI, backend_config="{n = 3 : i64}", frontend_attributes={key="value"}
// CHECK{LITERAL}: %t = token[] after-all()
// CHECK{LITERAL}: %in = (f32[3], token[]) infeed(%t), infeed_config="config"
// CHECK{LITERAL}: %in_0 = f32[3] get-tuple-element(%in), index=0
// CHECK{LITERAL}: %in_1 = token[] get-tuple-element(%in), index=1
// CHECK{LITERAL}: %tuple.1 = (f32[3], s32[16]) tuple(%in_0, %k)
// CHECK{LITERAL}: %out = token[] outfeed(%tuple.1, %in_1), outfeed_shape=(f32[3], s32[16])
// CHECK{LITERAL}: %sent_start = (f32[16], u32[], token[]) send(%v, %out), channel_id=5, is_host_transfer=true
// CHECK{LITERAL}: %sent = token[] send-done(%sent_start), channel_id=5, is_host_transfer=true
// CHECK{LITERAL}: %got = (f32[16], u32[], token[]) recv(%sent), channel_id=6, is_host_transfer=true
// CHECK{LITERAL}: %got_done = (f32[16], token[]) recv-done(%got), channel_id=6, is_host_transfer=true
// CHECK{LITERAL}: %got_0 = f32[16] get-tuple-element(%got_done), index=0
// CHECK{LITERAL}: %tuple.2 = () tuple()
// CHECK{LITERAL}: %tuple.3 = (f32[16], f32[16]) tuple(%v, %ffi)
// CHECK{LITERAL}: ROOT %case = f32[16] conditional(%branch, %got_0, %tuple.2, %tuple.3), branch_computations={%case_branch, %case_branch.1, %case_branch.2}
// CHECK{LITERAL}: }
