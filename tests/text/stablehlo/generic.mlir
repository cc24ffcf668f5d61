// RUN: %partita convert %s --to stablehlo | FileCheck %s
// The generic form of ops, functions, meshes and the module, with attributes as properties or in a dictionary.

// CHECK{LITERAL}: module @generic attributes {mhlo.num_partitions = 2 : i32} {
"builtin.module"() <{sym_name = "generic"}> ({
  // CHECK{LITERAL}: sdy.mesh @mesh = <["x"=2]>
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2]>, sym_name = "mesh"}> : () -> ()
  // CHECK{LITERAL}: func.func public @main(%x: tensor<4x6xf32> {mhlo.sharding = "{replicated}"}, %s: tensor<f32>, %i: tensor<i32>, %in: tensor<1x8x2xf32>, %k: tensor<3x2x4xf32>) -> (tensor<4x6xf32> {jax.result_info = "x"}, tensor<4xf32>) {
  "func.func"() <{arg_attrs = [{mhlo.sharding = "{replicated}"}, {}, {}, {}, {}], function_type = (tensor<4x6xf32>, tensor<f32>, tensor<i32>, tensor<1x8x2xf32>, tensor<3x2x4xf32>) -> (tensor<4x6xf32>, tensor<4xf32>), res_attrs = [{jax.result_info = "x"}, {}], sym_name = "main"}> ({
  ^bb0(%x: tensor<4x6xf32>, %s: tensor<f32>, %i: tensor<i32>, %in: tensor<1x8x2xf32>, %k: tensor<3x2x4xf32>):
    // CHECK{LITERAL}: %0 = stablehlo.add %x, %x : tensor<4x6xf32>
    %0 = "stablehlo.add"(%x, %x) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    // CHECK{LITERAL}: %1 = stablehlo.compare NE, %x, %x, FLOAT : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %1 = "stablehlo.compare"(%x, %x) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    // CHECK{LITERAL}: %2 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %2 = "stablehlo.broadcast_in_dim"(%s) {broadcast_dimensions = dense<> : tensor<0xi64>} : (tensor<f32>) -> tensor<4x6xf32>
    // CHECK{LITERAL}: %3 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
    %3 = "stablehlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<4x6xf32>) -> tensor<6x4xf32>
    // CHECK{LITERAL}: %4 = stablehlo.slice %x [0:4, 1:6] : (tensor<4x6xf32>) -> tensor<4x5xf32>
    %4 = "stablehlo.slice"(%x) <{limit_indices = array<i64: 4, 6>, start_indices = array<i64: 0, 1>, strides = array<i64: 1, 1>}> : (tensor<4x6xf32>) -> tensor<4x5xf32>
    // CHECK{LITERAL}: %5 = stablehlo.iota dim = 0 : tensor<4xi32>
    %5 = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<4xi32>
    // CHECK{LITERAL}: %6 = stablehlo.constant dense<1> : tensor<2xi32>
    %6 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
    // CHECK{LITERAL}: %7 = stablehlo.dot_general %x, %3, contracting_dims = [1] x [0], precision = [DEFAULT, HIGH] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
    %7 = "stablehlo.dot_general"(%x, %3) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
    // CHECK{LITERAL}: %8 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 1] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %8 = "stablehlo.dynamic_slice"(%x, %i, %i) <{slice_sizes = array<i64: 1, 1>}> : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    // CHECK{LITERAL}: %9 = stablehlo.reduce(%x init: %s) applies stablehlo.maximum across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
    %9 = "stablehlo.reduce"(%x, %s) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%m) : (tensor<f32>) -> ()
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
    // CHECK{LITERAL}: %10:2 = stablehlo.while(%n = %i, %v = %x) : tensor<i32>, tensor<4x6xf32>
    %10:2 = "stablehlo.while"(%i, %x) ({
    ^bb0(%n: tensor<i32>, %v: tensor<4x6xf32>):
      // CHECK{LITERAL}: %lt = stablehlo.compare LT, %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %lt = "stablehlo.compare"(%n, %i) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%lt) : (tensor<i1>) -> ()
    }, {
    ^bb0(%n: tensor<i32>, %v: tensor<4x6xf32>):
      "stablehlo.return"(%n, %v) : (tensor<i32>, tensor<4x6xf32>) -> ()
    }) : (tensor<i32>, tensor<4x6xf32>) -> (tensor<i32>, tensor<4x6xf32>)
    // CHECK{LITERAL}: %11 = stablehlo.reduce_precision %x, format = e5m10 : tensor<4x6xf32>
    %11 = "stablehlo.reduce_precision"(%x) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    // CHECK{LITERAL}: %12 = stablehlo.custom_call @target(%x) {api_version = 4 : i32, backend_config = {k = 3 : i64, name = "n"}, mhlo.frontend_attributes = {a = "b"}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %12 = "stablehlo.custom_call"(%x) <{api_version = 4 : i32, backend_config = {k = 3 : i64, name = "n"}, call_target_name = "target", has_side_effect = false, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}> {mhlo.frontend_attributes = {a = "b"}} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    // CHECK{LITERAL}: %13 = stablehlo.convolution(%in, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xf32>, tensor<3x2x4xf32>) -> tensor<1x8x4xf32>
    %13 = "stablehlo.convolution"(%in, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[1, 1]]> : tensor<1x2xi64>, window_reversal = array<i1: false>, window_strides = dense<1> : tensor<1xi64>}> : (tensor<1x8x2xf32>, tensor<3x2x4xf32>) -> tensor<1x8x4xf32>
    // CHECK{LITERAL}: return %0, %9 : tensor<4x6xf32>, tensor<4xf32>
    "func.return"(%0, %9) : (tensor<4x6xf32>, tensor<4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 2 : i32} : () -> ()
