// A small program for every op that has a rule of its own, and the rule it must have. The unit test compares them, and
// docs/rules.md is written from them.
#pragma once

#include <string_view>

#include "ir/op_table.h"

namespace partita::core::rules {

struct RuleSample {
  OpKind kind;                 // the first op of this kind is meant
  std::string_view what;       // in words, for the page
  std::string_view arguments;  // of the function around it
  std::string_view body;
  std::string_view rule;
};

#define COMBINER(op, element)                                                                                 \
  "({ ^bb0(%x: tensor<" element ">, %y: tensor<" element ">): %z = stablehlo." op " %x, %y : tensor<" element \
  "> stablehlo.return %z : tensor<" element "> })"

inline constexpr RuleSample kRuleSamples[] = {
    // Pointwise
    {OpKind::kAdd, "two tensors", "%a: tensor<8x4xf32>, %b: tensor<8x4xf32>",
     "%0 = stablehlo.add %a, %b : tensor<8x4xf32>", "a b, a b -> a b"},
    {OpKind::kMultiply, "", "%a: tensor<8x4xf32>, %b: tensor<8x4xf32>",
     "%0 = stablehlo.multiply %a, %b : tensor<8x4xf32>", "a b, a b -> a b"},
    {OpKind::kDivide, "", "%a: tensor<8x4xf32>, %b: tensor<8x4xf32>", "%0 = stablehlo.divide %a, %b : tensor<8x4xf32>",
     "a b, a b -> a b"},
    {OpKind::kConvert, "to a wider type", "%a: tensor<8x4xbf16>",
     "%0 = stablehlo.convert %a : (tensor<8x4xbf16>) -> tensor<8x4xf32>", "a b -> a b"},
    {OpKind::kConvert, "to a narrower type", "%a: tensor<8x4xf32>",
     "%0 = stablehlo.convert %a : (tensor<8x4xf32>) -> tensor<8x4xbf16>", "a b -> a b"},
    {OpKind::kTanh, "", "%a: tensor<8x4xf32>", "%0 = stablehlo.tanh %a : tensor<8x4xf32>", "a b -> a b"},
    {OpKind::kNegate, "", "%a: tensor<8x4xf32>", "%0 = stablehlo.negate %a : tensor<8x4xf32>", "a b -> a b"},
    {OpKind::kSelect, "one condition for all", "%p: tensor<i1>, %a: tensor<8x4xf32>, %b: tensor<8x4xf32>",
     "%0 = stablehlo.select %p, %a, %b : tensor<i1>, tensor<8x4xf32>", "(), a b, a b -> a b"},
    {OpKind::kClamp, "scalar bounds", "%l: tensor<f32>, %a: tensor<8x4xf32>, %h: tensor<f32>",
     "%0 = stablehlo.clamp %l, %a, %h : (tensor<f32>, tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>",
     "(), a b, () -> a b"},
    {OpKind::kMap, "a region on scalars", "%a: tensor<8x4xf32>, %b: tensor<8x4xf32>",
     "%0 = \"stablehlo.map\"(%a, %b) " COMBINER(
         "multiply", "f32") " {dimensions = array<i64: 0, 1>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>",
     "a b, a b -> a b"},
    {OpKind::kOptimizationBarrier, "each value by itself", "%a: tensor<8x4xf32>, %b: tensor<6xf32>",
     "%0:2 = stablehlo.optimization_barrier %a, %b : tensor<8x4xf32>, tensor<6xf32>", "a b, c -> a b, c"},
    {OpKind::kCopy, "", "%a: tensor<8x4xf32>", "%0 = \"mhlo.copy\"(%a) : (tensor<8x4xf32>) -> tensor<8x4xf32>",
     "a b -> a b"},
    {OpKind::kIota, "", "", "%0 = stablehlo.iota dim = 0 : tensor<8x4xi32>", "-> a b"},
    {OpKind::kConstant, "", "", "%0 = stablehlo.constant dense<0.0> : tensor<8x4xf32>", "-> a b"},
    {OpKind::kRng, "", "%a: tensor<f32>, %b: tensor<f32>, %s: tensor<2xi64>",
     "%0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> "
     "tensor<8x4xf32>",
     "(), () -> a b"},
    {OpKind::kRngBitGenerator, "the state is the same everywhere", "%s: tensor<2xui64>",
     "%0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, "
     "tensor<8x4xui32>)",
     "a -> b, c d | whole a b | stop a b"},

    // Layout
    {OpKind::kTranspose, "", "%a: tensor<8x4x2xf32>",
     "%0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<8x4x2xf32>) -> tensor<2x8x4xf32>", "a b c -> c a b"},
    {OpKind::kReshape, "merge and split", "%a: tensor<12x5xf32>",
     "%0 = stablehlo.reshape %a : (tensor<12x5xf32>) -> tensor<3x20xf32>", "(a b) c -> a (b c)"},
    {OpKind::kReshape, "heads of attention", "%a: tensor<4x16x96xf32>",
     "%0 = stablehlo.reshape %a : (tensor<4x16x96xf32>) -> tensor<4x16x8x12xf32>", "a b (c d) -> a b c d"},
    {OpKind::kReshape, "dimensions of size 1 come and go", "%a: tensor<1x8x1x4xf32>",
     "%0 = stablehlo.reshape %a : (tensor<1x8x1x4xf32>) -> tensor<8x4x1xf32>", "1 a 1 b -> a b 1"},
    {OpKind::kReshape, "sizes that share only a part", "%a: tensor<6x4x7xf32>",
     "%0 = stablehlo.reshape %a : (tensor<6x4x7xf32>) -> tensor<4x6x7xf32>",
     "(a b) (c d) e -> (a f) (g d) e | whole b c f g | stop b c f g"},
    {OpKind::kReshape, "sizes that share nothing in front", "%a: tensor<3x4xf32>",
     "%0 = stablehlo.reshape %a : (tensor<3x4xf32>) -> tensor<2x6xf32>",
     "a (b c) -> a (d c) | window a | whole b d | stop b d"},
    {OpKind::kReshape, "nothing at all", "%a: tensor<3x0x4xf32>",
     "%0 = stablehlo.reshape %a : (tensor<3x0x4xf32>) -> tensor<3x5x0xf32>",
     "a b c -> a d e | whole b c d e | stop b c d e"},
    {OpKind::kBroadcastInDim, "a new dimension", "%a: tensor<4xf32>",
     "%0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>", "a -> b a"},
    {OpKind::kBroadcastInDim, "a dimension of size 1 grows", "%a: tensor<8x1xf32>",
     "%0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>", "a 1 -> a b"},
    {OpKind::kBroadcastInDim, "only dimensions of size 1 are added", "%a: tensor<8x4xf32>",
     "%0 = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (tensor<8x4xf32>) -> tensor<8x1x4xf32>", "a b -> a 1 b"},
    {OpKind::kBitcast, "", "%a: tensor<8x4xf32>", "%0 = \"mhlo.bitcast\"(%a) : (tensor<8x4xf32>) -> tensor<32xf32>",
     "a b -> (a b)"},
    {OpKind::kBitcastConvert, "to a narrower type", "%a: tensor<8x4xf32>",
     "%0 = stablehlo.bitcast_convert %a : (tensor<8x4xf32>) -> tensor<8x4x2xf16>", "a b -> a b c | whole c | stop c"},

    // Movement
    {OpKind::kSlice, "", "%a: tensor<10x6xf32>",
     "%0 = stablehlo.slice %a [2:6, 0:6] : (tensor<10x6xf32>) -> tensor<4x6xf32>", "a b -> a b | window a"},
    {OpKind::kSlice, "one row", "%a: tensor<10x6xf32>",
     "%0 = stablehlo.slice %a [2:3, 0:6:2] : (tensor<10x6xf32>) -> tensor<1x3xf32>",
     "a b -> 1 b | masked a | window b | stop a"},
    {OpKind::kPad, "", "%a: tensor<10x6xf32>, %v: tensor<f32>",
     "%0 = stablehlo.pad %a, %v, low = [-1, 0], high = [0, 0], interior = [1, 0] : (tensor<10x6xf32>, tensor<f32>) -> "
     "tensor<18x6xf32>",
     "a b, () -> a b | window a"},
    {OpKind::kReverse, "", "%a: tensor<10x6xf32>", "%0 = stablehlo.reverse %a, dims = [0] : tensor<10x6xf32>",
     "a b -> a b | window a"},
    {OpKind::kConcatenate, "", "%a: tensor<10x6xf32>, %b: tensor<2x6xf32>",
     "%0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<10x6xf32>, tensor<2x6xf32>) -> tensor<12x6xf32>",
     "a b, a b -> a b | window a"},
    {OpKind::kDynamicSlice, "", "%a: tensor<10x6xf32>, %i: tensor<i32>, %j: tensor<i32>",
     "%0 = stablehlo.dynamic_slice %a, %i, %j, sizes = [4, 6] : (tensor<10x6xf32>, tensor<i32>, tensor<i32>) -> "
     "tensor<4x6xf32>",
     "a b, (), () -> c b | masked a | whole c | stop a c"},
    {OpKind::kDynamicUpdateSlice, "", "%a: tensor<10x6xf32>, %u: tensor<4x6xf32>, %i: tensor<i32>, %j: tensor<i32>",
     "%0 = stablehlo.dynamic_update_slice %a, %u, %i, %j : (tensor<10x6xf32>, tensor<4x6xf32>, tensor<i32>, "
     "tensor<i32>) -> tensor<10x6xf32>",
     "a b, c b, (), () -> a b | whole c | stop c"},
    {OpKind::kSetDimensionSize, "", "%a: tensor<10x6xf32>, %n: tensor<i32>",
     "%0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<10x6xf32>, tensor<i32>) -> tensor<10x6xf32>",
     "a b, () -> a b | whole a"},
    {OpKind::kGetDimensionSize, "", "%a: tensor<10x6xf32>",
     "%0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<10x6xf32>) -> tensor<i32>", "a b -> () | stop a b"},
    {OpKind::kShuffle, "", "%a: tensor<10x6xf32>", "%0 = \"mhlo.shuffle\"(%a) : (tensor<10x6xf32>) -> tensor<10x6xf32>",
     "a b -> a b | whole a"},

    // Contraction
    {OpKind::kDotGeneral, "", "%a: tensor<8x16x32xf32>, %b: tensor<8x32x64xf32>",
     "%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : "
     "(tensor<8x16x32xf32>, tensor<8x32x64xf32>) -> tensor<8x16x64xf32>",
     "a b c, a c d -> a b d | reduce c"},
    {OpKind::kRaggedDot, "ragged rows", "%a: tensor<16x32xf32>, %b: tensor<4x32x64xf32>, %g: tensor<4xi32>",
     "%0 = \"chlo.ragged_dot\"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<"
     "lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], "
     "rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : "
     "(tensor<16x32xf32>, tensor<4x32x64xf32>, tensor<4xi32>) -> tensor<16x64xf32>",
     "a b, c b d, e -> a d | reduce b | masked c | whole e | stop c e"},
    {OpKind::kRaggedDot, "ragged contraction", "%a: tensor<16x32xf32>, %b: tensor<32x64xf32>, %g: tensor<4xi32>",
     "%0 = \"chlo.ragged_dot\"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<"
     "lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], "
     "rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : "
     "(tensor<16x32xf32>, tensor<32x64xf32>, tensor<4xi32>) -> tensor<4x16x64xf32>",
     "a b, b c, d -> e a c | reduce b | whole d | stop d"},
    {OpKind::kRaggedDot, "ragged batch", "%a: tensor<8x16x32xf32>, %b: tensor<8x32x64xf32>, %g: tensor<4xi32>",
     "%0 = \"chlo.ragged_dot\"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<"
     "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], "
     "rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : "
     "(tensor<8x16x32xf32>, tensor<8x32x64xf32>, tensor<4xi32>) -> tensor<8x16x64xf32>",
     "a b c, a c d, e -> a b d | reduce c | whole e | stop e"},
    {OpKind::kScaledDot, "",
     "%a: tensor<16x64xf8E4M3FN>, %b: tensor<64x8xf8E4M3FN>, %s: tensor<16x2xf8E8M0FNU>, %t: tensor<2x8xf8E8M0FNU>",
     "%0 = \"chlo.scaled_dot\"(%a, %b, %s, %t) {dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], "
     "rhs_contracting_dimensions = [0]>} : (tensor<16x64xf8E4M3FN>, tensor<64x8xf8E4M3FN>, tensor<16x2xf8E8M0FNU>, "
     "tensor<2x8xf8E8M0FNU>) -> tensor<16x8xbf16>",
     "a (b c), (b c) d, a b, b d -> a d | reduce b c"},

    // Convolution
    {OpKind::kConvolution, "an image", "%a: tensor<8x32x32x3xf32>, %k: tensor<3x3x3x16xf32>",
     "%0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, "
     "1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
     "(tensor<8x32x32x3xf32>, tensor<3x3x3x16xf32>) -> tensor<8x32x32x16xf32>",
     "a b c d, e f d g -> a b c g | window b c | reduce d e f"},
    {OpKind::kConvolution, "groups of features", "%a: tensor<8x9x4xf32>, %k: tensor<3x2x6xf32>",
     "%0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} "
     "{batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<8x9x4xf32>, tensor<3x2x6xf32>) -> "
     "tensor<8x9x6xf32>",
     "a b (c d), e d (c f) -> a b (c f) | window b | reduce d e"},
    {OpKind::kConvolution, "each channel by itself", "%a: tensor<8x9x4xf32>, %k: tensor<3x1x4xf32>",
     "%0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} "
     "{batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<8x9x4xf32>, tensor<3x1x4xf32>) -> "
     "tensor<8x9x4xf32>",
     "a b c, d e c -> a b c | window b | reduce d e"},
    {OpKind::kConvolution, "groups of the batch", "%a: tensor<8x9x4xf32>, %k: tensor<3x4x6xf32>",
     "%0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} "
     "{batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<8x9x4xf32>, tensor<3x4x6xf32>) -> "
     "tensor<4x9x6xf32>",
     "(a b) c d, e d (a f) -> b c (a f) | window c | reduce d e"},
    {OpKind::kConvolution, "gradient of a kernel", "%a: tensor<3x34x8xf32>, %k: tensor<32x8x16xf32>",
     "%0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[0, 0]]} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x34x8xf32>, tensor<32x8x16xf32>) -> "
     "tensor<3x3x16xf32>",
     "a b c, b c d -> a e d | reduce b c | whole e | stop e"},
    {OpKind::kConvolution, "a batch dimension in disguise", "%a: tensor<16x5x32xf32>, %k: tensor<5x32x64xf32>",
     "%0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [4], pad = "
     "[[0, 0]], lhs_dilate = [5]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
     "(tensor<16x5x32xf32>, tensor<5x32x64xf32>) -> tensor<16x5x64xf32>",
     "a b c, b c d -> a b d | reduce c"},
    {OpKind::kConvolution, "a kernel's own dimension in disguise", "%a: tensor<16x1x32xf32>, %k: tensor<5x32x64xf32>",
     "%0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[4, 4]], "
     "reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
     "(tensor<16x1x32xf32>, tensor<5x32x64xf32>) -> tensor<16x5x64xf32>",
     "a 1 b, c b d -> a c d | reduce b"},

    // Reductions, windows, order
    {OpKind::kReduce, "a sum", "%a: tensor<8x4xf32>, %i: tensor<f32>",
     "%0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, "
     "tensor<f32>) -> tensor<8xf32>",
     "a b, () -> a | reduce b"},
    {OpKind::kReduce, "a maximum", "%a: tensor<8x4xf32>, %i: tensor<f32>",
     "%0 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<8x4xf32>, "
     "tensor<f32>) -> tensor<4xf32>",
     "a b, () -> b | reduce max a"},
    {OpKind::kReduce, "argmax", "%a: tensor<8x4xf32>, %b: tensor<8x4xi32>, %i: tensor<f32>, %j: tensor<i32>",
     "%0:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [1] : (tensor<8x4xf32>, "
     "tensor<8x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>) reducer(%x: tensor<f32>, %y: "
     "tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) { %c = stablehlo.compare GT, %x, %y : (tensor<f32>, "
     "tensor<f32>) -> tensor<i1> %v = stablehlo.select %c, %x, %y : tensor<i1>, tensor<f32> %w = stablehlo.select %c, "
     "%p, %q : tensor<i1>, tensor<i32> stablehlo.return %v, %w : tensor<f32>, tensor<i32> }",
     "a b, a b, (), () -> a, a | reduce by region b"},
    {OpKind::kReduceWindow, "pooling", "%a: tensor<8x32x32xf32>, %i: tensor<f32>",
     "%0 = \"stablehlo.reduce_window\"(%a, %i) " COMBINER(
         "maximum", "f32") " {window_dimensions = array<i64: 1, 2, 2>, window_strides = array<i64: 1, 2, 2>} : "
                           "(tensor<8x32x32xf32>, "
                           "tensor<f32>) -> tensor<8x16x16xf32>",
     "a b c, () -> a b c | window b c"},
    {OpKind::kReduceWindow, "a cumulative sum", "%a: tensor<8x32xf32>, %i: tensor<f32>",
     "%0 = \"stablehlo.reduce_window\"(%a, %i) " COMBINER(
         "add",
         "f32") " {window_dimensions = array<i64: 1, 32>, padding = dense<[[0, 0], [31, 0]]> : tensor<2x2xi64>} : "
                "(tensor<8x32xf32>, tensor<f32>) -> tensor<8x32xf32>",
     "a b, () -> a b | window b"},
    {OpKind::kReduceWindow, "one window over all", "%a: tensor<8x32xf32>, %i: tensor<f32>",
     "%0 = \"stablehlo.reduce_window\"(%a, %i) " COMBINER(
         "add", "f32") " {window_dimensions = array<i64: 1, 32>} : (tensor<8x32xf32>, tensor<f32>) -> tensor<8x1xf32>",
     "a b, () -> a 1 | reduce b"},
    {OpKind::kSelectAndScatter, "", "%a: tensor<8x32xf32>, %s: tensor<8x16xf32>, %i: tensor<f32>",
     "%0 = \"stablehlo.select_and_scatter\"(%a, %s, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = "
     "stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %z : tensor<i1> }, { "
     "^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> stablehlo.return %z : "
     "tensor<f32> }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : "
     "(tensor<8x32xf32>, tensor<8x16xf32>, tensor<f32>) -> tensor<8x32xf32>",
     "a b, a b, () -> a b | window b"},
    {OpKind::kSort, "", "%a: tensor<8x32xf32>, %b: tensor<8x32xi32>",
     "%0:2 = \"stablehlo.sort\"(%a, %b) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>): "
     "%z = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %z : tensor<i1> "
     "}) {dimension = 1 : i64} : (tensor<8x32xf32>, tensor<8x32xi32>) -> (tensor<8x32xf32>, tensor<8x32xi32>)",
     "a b, a b -> a b, a b | whole b"},
    {OpKind::kTopK, "", "%a: tensor<8x32xf32>",
     "%0:2 = \"chlo.top_k\"(%a) {k = 4 : i64} : (tensor<8x32xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>)",
     "a b -> a c, a c | whole b c | stop b"},
    {OpKind::kScan, "a pointwise body", "%a: tensor<32x8xf32>, %c: tensor<8xf32>",
     "%0:2 = \"chlo.scan\"(%a, %c) ({ ^bb0(%x: tensor<8xf32>, %y: tensor<8xf32>): %z = stablehlo.add %x, %y : "
     "tensor<8xf32> stablehlo.return %z, %z : tensor<8xf32>, tensor<8xf32> }) {dimension = 0 : i64, num_carries = 1 : "
     "i64} : (tensor<32x8xf32>, tensor<8xf32>) -> (tensor<32x8xf32>, tensor<8xf32>)",
     "a b, b -> a b, b | whole a"},
    {OpKind::kBatchNormTraining, "", "%a: tensor<8x6x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>",
     "%0:3 = \"stablehlo.batch_norm_training\"(%a, %s, %o) {epsilon = 0.1 : f32, feature_index = 2 : i64} : "
     "(tensor<8x6x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<8x6x3xf32>, tensor<3xf32>, tensor<3xf32>)",
     "a b c, c, c -> a b c, c, c | whole a b"},
    {OpKind::kBatchNormInference, "",
     "%a: tensor<8x6x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>",
     "%0 = \"stablehlo.batch_norm_inference\"(%a, %s, %o, %m, %v) {epsilon = 0.1 : f32, feature_index = 2 : i64} : "
     "(tensor<8x6x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<8x6x3xf32>",
     "a b c, c, c, c, c -> a b c"},
    {OpKind::kBatchNormGrad, "",
     "%a: tensor<8x6x3xf32>, %s: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<8x6x3xf32>",
     "%0:3 = \"stablehlo.batch_norm_grad\"(%a, %s, %m, %v, %g) {epsilon = 0.1 : f32, feature_index = 2 : i64} : "
     "(tensor<8x6x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<8x6x3xf32>) -> (tensor<8x6x3xf32>, "
     "tensor<3xf32>, tensor<3xf32>)",
     "a b c, c, c, c, a b c -> a b c, c, c | whole a b"},
    {OpKind::kFft, "", "%a: tensor<8x64xcomplex<f32>>",
     "%0 = stablehlo.fft %a, type = FFT, length = [64] : (tensor<8x64xcomplex<f32>>) -> tensor<8x64xcomplex<f32>>",
     "a b -> a b | whole b"},
    {OpKind::kFft, "real to complex", "%a: tensor<8x64xf32>",
     "%0 = stablehlo.fft %a, type = RFFT, length = [64] : (tensor<8x64xf32>) -> tensor<8x33xcomplex<f32>>",
     "a b -> a c | whole b c | stop b c"},
    {OpKind::kCholesky, "", "%a: tensor<8x4x4xf32>", "%0 = stablehlo.cholesky %a, lower = true : tensor<8x4x4xf32>",
     "a b c -> a b c | whole b c"},
    {OpKind::kTriangularSolve, "", "%a: tensor<8x4x4xf32>, %b: tensor<8x4x6xf32>",
     "%0 = \"stablehlo.triangular_solve\"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a "
     "= "
     "#stablehlo<transpose NO_TRANSPOSE>} : (tensor<8x4x4xf32>, tensor<8x4x6xf32>) -> tensor<8x4x6xf32>",
     "a b c, a d e -> a d e | whole b c d | stop b c"},

    // Gather and scatter
    {OpKind::kGather, "rows of a table", "%a: tensor<100x64xf32>, %i: tensor<8x16xi32>",
     "%0 = \"stablehlo.gather\"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], "
     "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 64>} : "
     "(tensor<100x64xf32>, tensor<8x16xi32>) -> tensor<8x16x64xf32>",
     "a b, c d -> c d b | masked a | stop a"},
    {OpKind::kGather, "batching dimensions", "%a: tensor<8x100x64xf32>, %i: tensor<8x16x1xi32>",
     "%0 = \"stablehlo.gather\"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], "
     "collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = "
     "[1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 64>} : (tensor<8x100x64xf32>, tensor<8x16x1xi32>) -> "
     "tensor<8x16x64xf32>",
     "a b c, a d 1 -> a d c | masked b | stop b"},
    {OpKind::kGather, "an index that counts", "%a: tensor<8x100xf32>, %j: tensor<8x1xi32>",
     "%n = stablehlo.iota dim = 0 : tensor<8x1xi32> %i = stablehlo.concatenate %n, %j, dim = 1 : (tensor<8x1xi32>, "
     "tensor<8x1xi32>) -> tensor<8x2xi32> %0 = \"stablehlo.gather\"(%a, %i) {dimension_numbers = "
     "#stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = "
     "array<i64: 1, 1>} : (tensor<8x100xf32>, tensor<8x2xi32>) -> tensor<8xf32>",
     "a b, a c -> a | masked b | whole c | stop b c"},
    {OpKind::kGather, "an index that counts along a batching dimension: the diagonal", "%a: tensor<8x8xf32>",
     "%i = stablehlo.iota dim = 0 : tensor<8x1x1xi32> %0 = \"stablehlo.gather\"(%a, %i) {dimension_numbers = "
     "#stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], "
     "start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<8x8xf32>, "
     "tensor<8x1x1xi32>) -> tensor<8x1xf32>",
     "a b, a c 1 -> a c | masked b | stop b"},
    {OpKind::kGather, "windows", "%a: tensor<100x64xf32>, %i: tensor<8x1xi32>",
     "%0 = \"stablehlo.gather\"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], "
     "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 5, 64>} : (tensor<100x64xf32>, "
     "tensor<8x1xi32>) -> tensor<8x5x64xf32>",
     "a b, c 1 -> c d b | masked a | whole d | stop a d"},
    {OpKind::kScatter, "added to rows of a table",
     "%a: tensor<100x64xf32>, %i: tensor<8x16xi32>, %u: tensor<8x16x64xf32>",
     "%0 = \"stablehlo.scatter\"(%a, %i, %u) " COMBINER(
         "add",
         "f32") " {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = "
                "[0], "
                "scatter_dims_to_operand_dims = [0], index_vector_dim = 2>} : (tensor<100x64xf32>, tensor<8x16xi32>, "
                "tensor<8x16x64xf32>) -> tensor<100x64xf32>",
     "a b, c d, c d b -> a b | masked c d"},
    {OpKind::kScatter, "written over rows", "%a: tensor<100x64xf32>, %i: tensor<8x1xi32>, %u: tensor<8x64xf32>",
     "%0 = \"stablehlo.scatter\"(%a, %i, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %y : "
     "tensor<f32> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = "
     "[0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<100x64xf32>, tensor<8x1xi32>, "
     "tensor<8x64xf32>) -> tensor<100x64xf32>",
     "a b, c 1, c b -> a b | reduce c"},
    {OpKind::kScatter, "batching dimensions, windows",
     "%a: tensor<8x100x64xf32>, %i: tensor<8x16x1xi32>, %u: tensor<8x16x5x64xf32>",
     "%0 = \"stablehlo.scatter\"(%a, %i, %u) " COMBINER(
         "maximum",
         "f32") " {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], input_batching_dims = "
                "[0], "
                "scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : "
                "(tensor<8x100x64xf32>, tensor<8x16x1xi32>, tensor<8x16x5x64xf32>) -> tensor<8x100x64xf32>",
     "a b c, a d 1, a d e c -> a b c | masked max d | whole e | stop e"},
    {OpKind::kScatter, "an index that counts", "%a: tensor<8x100xf32>, %j: tensor<8x1xi32>, %u: tensor<8xf32>",
     "%n = stablehlo.iota dim = 0 : tensor<8xi32> %m = stablehlo.reshape %n : (tensor<8xi32>) -> tensor<8x1xi32> %i = "
     "stablehlo.concatenate %j, %m, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32> %0 = "
     "\"stablehlo.scatter\"(%a, %i, %u) " COMBINER(
         "add", "f32") " {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], "
                       "scatter_dims_to_operand_dims = "
                       "[1, 0], index_vector_dim = 1>} : (tensor<8x100xf32>, tensor<8x2xi32>, tensor<8xf32>) -> "
                       "tensor<8x100xf32>",
     "a b, a c, a -> a b | whole c | stop c"},

    // Collectives of manual code
    {OpKind::kAllReduce, "", "%a: tensor<8x4xf32>",
     "%0 = \"stablehlo.all_reduce\"(%a) " COMBINER(
         "add", "f32") " {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>",
     "a b -> a b"},
    {OpKind::kAllGather, "", "%a: tensor<8x4xf32>",
     "%0 = \"stablehlo.all_gather\"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} "
     ": (tensor<8x4xf32>) -> tensor<16x4xf32>",
     "a b -> c b | whole a c | stop a c"},
    {OpKind::kAllToAll, "", "%a: tensor<8x4x6xf32>",
     "%0 = \"stablehlo.all_to_all\"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, "
     "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4x6xf32>) -> tensor<4x8x6xf32>",
     "a b c -> d e c | whole a b d e | stop a b d e"},
    {OpKind::kReduceScatter, "", "%a: tensor<8x4xf32>",
     "%0 = \"stablehlo.reduce_scatter\"(%a) " COMBINER(
         "add", "f32") " {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : "
                       "(tensor<8x4xf32>) -> "
                       "tensor<4x4xf32>",
     "a b -> c b | whole a c | stop a c"},
    {OpKind::kCollectivePermute, "", "%a: tensor<8x4xf32>",
     "%0 = \"stablehlo.collective_permute\"(%a) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : "
     "(tensor<8x4xf32>) -> tensor<8x4xf32>",
     "a b -> a b"},
    {OpKind::kCollectiveBroadcast, "", "%a: tensor<8x4xf32>",
     "%0 = \"stablehlo.collective_broadcast\"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : "
     "(tensor<8x4xf32>) -> tensor<8x4xf32>",
     "a b -> a b"},

    {OpKind::kRaggedAllToAll, "",
     "%a: tensor<8x4xf32>, %o: tensor<6x4xf32>, %s: tensor<2xi32>, %t: tensor<2xi32>, %u: tensor<2xi32>, %v: "
     "tensor<2xi32>",
     "%0 = \"mhlo.ragged_all_to_all\"(%a, %o, %s, %t, %u, %v) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : "
     "(tensor<8x4xf32>, tensor<6x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> "
     "tensor<6x4xf32>",
     "a b, c b, d, e, f, g -> c b | whole a c d e f g | stop a c d e f g"},

    // Custom calls
    {OpKind::kCustomCall, "a hint", "%a: tensor<8x4xf32>",
     "%0 = stablehlo.custom_call @Sharding(%a) : (tensor<8x4xf32>) -> tensor<8x4xf32>", "a b -> a b"},
    {OpKind::kCustomCall, "a rule of its own", "%a: tensor<8x32xf32>, %b: tensor<32x12xf32>",
     "%0 = stablehlo.custom_call @mine(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, jl])->([i, jl]) "
     "{i=8, j=3, k=32, l=4} reduction={k} blocked_propagation={i}, custom>} : (tensor<8x32xf32>, tensor<32x12xf32>) -> "
     "tensor<8x12xf32>",
     "a b, b (c d) -> a (c d) | reduce b | stop a"},
    {OpKind::kCustomCall, "top-k", "%a: tensor<8x32xf32>",
     "%0:2 = stablehlo.custom_call @TopK(%a) : (tensor<8x32xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>)",
     "a b -> a c, a d | whole b c d | stop b c d"},
    {OpKind::kCustomCall, "matrices", "%a: tensor<8x4x4xf32>",
     "%0:2 = stablehlo.custom_call @Eigh(%a) : (tensor<8x4x4xf32>) -> (tensor<8x4x4xf32>, tensor<8x4xf32>)",
     "a b c -> a d e, a f | whole b c d e f | stop b c d e f"},
    {OpKind::kCustomCall, "into manual code", "%a: tensor<8x4xf32>",
     "%0 = stablehlo.custom_call @SPMDFullToShardShape(%a) : (tensor<8x4xf32>) -> tensor<2x4xf32>",
     "(a b) c -> b c | whole a | stop a"},
    {OpKind::kCustomCall, "nobody knows it", "%a: tensor<8x4xf32>",
     "%0 = stablehlo.custom_call @who(%a) : (tensor<8x4xf32>) -> tensor<8x4xf32>",
     "a b -> c d | whole a b c d | stop a b c d"},
};
#undef COMBINER

}  // namespace partita::core::rules
