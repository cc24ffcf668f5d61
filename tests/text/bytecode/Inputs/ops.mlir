module @ops attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}p1]>}, %arg1: tensor<4x2xi32>, %arg2: tensor<1x6x6x2xf32>) -> (tensor<8x4xf32> {jax.result_info = "r"}, tensor<3x4xf32>, tensor<i1>) attributes {some.attribute = [1 : i64, "two", 3.000000e+00 : f64]} {
    %cst = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %all = stablehlo.constant dense<true> : tensor<9xi1>
    %bits = stablehlo.constant dense<[true, false, true, true, true, false, true, true, false]> : tensor<9xi1>
    %empty = stablehlo.constant dense<> : tensor<0x2xf32>
    %small = stablehlo.constant dense<[-8, 7, 3]> : tensor<3xi4>
    %f8 = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf8E4M3FN>
    %bf = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xbf16>
    %c = stablehlo.constant dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>
    %u = stablehlo.constant dense<[18446744073709551615, 3]> : tensor<2xui64>
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %g = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<8x4xf32>, tensor<4x2xi32>) -> tensor<4x3xf32> loc("here"("f.py":3:4))
    %s = "stablehlo.scatter"(%arg0, %arg1, %g) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %q = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %q : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<4x2xi32>, tensor<4x3xf32>) -> tensor<8x4xf32>
    %k = stablehlo.constant dense<1.000000e+00> : tensor<3x3x2x2xf32>
    %conv = stablehlo.convolution(%arg2, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 2]], rhs_dilate = [1, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]} : (tensor<1x6x6x2xf32>, tensor<3x3x2x2xf32>) -> tensor<1x3x4x2xf32>
    %w:2 = stablehlo.while(%i = %zero, %v = %s) : tensor<f32>, tensor<8x4xf32> attributes {note = "loop"}
    cond {
      %p = stablehlo.compare LT, %i, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %n = stablehlo.add %i, %i : tensor<f32>
      %m = stablehlo.add %v, %arg0 : tensor<8x4xf32>
      stablehlo.return %n, %m : tensor<f32>, tensor<8x4xf32>
    }
    %d = stablehlo.dot_general %w#1, %w#1, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8xf32>
    %r = stablehlo.reduce(%w#1 init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %shape = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %rng = stablehlo.rng %zero, %one, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x4xf32>
    %call = stablehlo.custom_call @thing(%w#1) {api_version = 2 : i32, backend_config = "a\00b", has_side_effect = true, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], mhlo.frontend_attributes = {k = "v"}} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %man = sdy.manual_computation(%call) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%ma: tensor<4x4xf32>) {
      %ar = "stablehlo.all_reduce"(%ma) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 0>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %q = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %q : tensor<f32>
      }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      sdy.return %ar : tensor<4x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %con = sdy.sharding_constraint %man <@mesh, [{"y"}, {}]> : tensor<8x4xf32>
    %t = stablehlo.tanh %con {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x4xf32>
    %sort:2 = "stablehlo.sort"(%t, %t) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %x: tensor<f32>, %y: tensor<f32>):
      %q = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %q : tensor<i1>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
    %rw = "stablehlo.reduce_window"(%sort#0, %zero) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %q = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %q : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %st:2 = stablehlo.rng_bit_generator %u, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    %tok = stablehlo.after_all : !stablehlo.token
    %sl = stablehlo.slice %rw [0:8:2, 1:4] : (tensor<8x4xf32>) -> tensor<4x3xf32>
    %fin = stablehlo.is_finite %r : (tensor<f32>) -> tensor<i1>
    return %rw, %rng, %fin : tensor<8x4xf32>, tensor<3x4xf32>, tensor<i1>
  }
}
