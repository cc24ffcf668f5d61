// What a device runs, and how long it takes, against values worked out by hand.
#include "cost/kernels.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cost/fusion.h"
#include "cost/products.h"
#include "cost/tiles.h"
#include "parsed_program.h"

namespace partita::core::cost {
namespace {

// A machine on which bytes and operations are easy to count: 100 bytes and 1000 operations a second.
Hardware plain_hardware() {
  Hardware out;
  out.memory_bandwidth = 100;
  out.vector_flops = 1e30;
  out.matrix_flops = {{"f32", 1000}};
  out.levels = {{"net", 0, 1, 0}};
  return out;
}

std::vector<const Step*> kernels_of(const Steps& steps) {
  std::vector<const Step*> out;
  for (const Step& step : steps.steps) {
    if (step.kind == Step::Kind::kKernel) out.push_back(&step);
  }
  return out;
}

TEST(Products, TilesAreDealtOutInRounds) {
  Products products{.tile_rows = 128, .tile_columns = 128, .units = 4};
  // 2x3 tiles over 4 units are two rounds, each of 128·128·2·64 operations at a quarter of the rate.
  EXPECT_DOUBLE_EQ(product_seconds({1, 256, 384, 64}, 4e6, products), 2 * 128 * 128 * 2 * 64 / 1e6);
  products.ramp = 64;
  EXPECT_DOUBLE_EQ(product_seconds({1, 256, 384, 64}, 4e6, products), 2 * 128 * 128 * 2 * 128 / 1e6);
  products.efficiency = 0.5;
  EXPECT_DOUBLE_EQ(product_seconds({1, 256, 384, 64}, 4e6, products), 2 * 2 * 128 * 128 * 2 * 128 / 1e6);
}

TEST(Products, SizesArePadded) {
  const Products products{.tile_rows = 8, .tile_columns = 128, .depth_tile = 128};
  EXPECT_DOUBLE_EQ(product_seconds({1, 8, 128, 64}, 1, products), 2.0 * 8 * 128 * 128);
  // 128 rows and 8 columns are 128 columns and 8 rows of the transposed product.
  EXPECT_DOUBLE_EQ(product_seconds({1, 128, 8, 128}, 1, products), 2.0 * 8 * 128 * 128);
  EXPECT_DOUBLE_EQ(product_seconds({3, 9, 129, 128}, 1, products), 3 * 2.0 * 16 * 256 * 128);
}

TEST(Products, ThinOnesAreDividedAlongTheContraction) {
  Products products{.tile_rows = 128, .tile_columns = 128, .small_tile = 64, .units = 8, .splits_depth = true};
  // Two tiles; parts of 512 terms, four of each tile, fill 8 units.
  EXPECT_DOUBLE_EQ(product_seconds({1, 8, 256, 2048}, 8, products), 2.0 * 64 * 128 * 512);
  EXPECT_DOUBLE_EQ(product_seconds({1, 8, 256, 1024}, 8, products), 2.0 * 64 * 128 * 512);
  // Not those with enough rows.
  EXPECT_DOUBLE_EQ(product_seconds({1, 128, 256, 2048}, 8, products), 2.0 * 128 * 128 * 2048);
}

TEST(Products, ConvolutionsAreProductsOfPatches) {
  const ParsedProgram program(
      R"(func.func @main(%x: tensor<2x10x10x6xf32>, %w: tensor<3x3x6x8xf32>) -> tensor<2x8x8x8xf32> {
    %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<2x10x10x6xf32>, tensor<3x3x6x8xf32>) -> tensor<2x8x8x8xf32>
    return %r : tensor<2x8x8x8xf32> })");
  const Op& convolution = *program.find(OpKind::kConvolution);
  const ProductShape shape = convolution_shape(convolution);
  EXPECT_EQ(shape.rows, 2 * 8 * 8);
  EXPECT_EQ(shape.columns, 8);
  EXPECT_EQ(shape.depth, 3 * 3 * 6);
  Hardware hardware = plain_hardware();
  hardware.convolutions = {.overhead = 5, .patch_bandwidth = 1};
  EXPECT_DOUBLE_EQ(convolution_seconds(convolution, 1e30, hardware), 5 + 128.0 * 54 * 4);
}

TEST(Tiles, MinorDimensionsArePadded) {
  Context context;
  auto bytes = [&](std::vector<int64_t> dims, ElementType element) {
    return padded_bytes(context.tensor(element, std::span<const int64_t>(dims)), {{8, 128}});
  };
  EXPECT_EQ(bytes({1024, 1024}, ElementType::kF32), 4 * 1024 * 1024);
  EXPECT_EQ(bytes({16, 64}, ElementType::kF32), 4 * 16 * 128);
  EXPECT_EQ(bytes({8, 64}, ElementType::kBF16), 2 * 16 * 128);          // 16 rows of 16 bits make a tile
  EXPECT_EQ(bytes({128, 4, 16}, ElementType::kF32), 4 * 128 * 4 * 16);  // 16 rows of 128
  EXPECT_EQ(bytes({100}, ElementType::kF32), 4 * 128);
  EXPECT_EQ(bytes({}, ElementType::kF32), 4);
  EXPECT_EQ(padded_bytes(context.tensor(ElementType::kF32, {3, 5}), {{1, 1}}), 60);
}

TEST(Kernels, WhatIsFusedIsReadWhereItIsUsed) {
  const ParsedProgram program(R"(func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>) -> tensor<8x4xf32> {
    %a = stablehlo.tanh %x : tensor<8x16xf32>
    %b = stablehlo.multiply %a, %a : tensor<8x16xf32>
    %r = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    return %r : tensor<8x4xf32> })");
  const Hardware hardware = plain_hardware();
  const Steps steps = steps_of(*program.entry, hardware);
  const auto kernels = kernels_of(steps);
  ASSERT_EQ(kernels.size(), 2);
  EXPECT_TRUE(kernels[0]->op->is(OpKind::kMultiply));
  EXPECT_EQ(kernels[0]->read(), 512);
  EXPECT_EQ(kernels[0]->written, 512);
  EXPECT_DOUBLE_EQ(kernel_seconds(*kernels[0], hardware), 10.24);
  EXPECT_EQ(kernels[1]->read(), 512 + 256);
  EXPECT_DOUBLE_EQ(kernel_seconds(*kernels[1], hardware), 8.96);  // the bytes; 1024 operations take 1.024
}

TEST(Kernels, OptimizersUpdateInOneKernel) {
  const ParsedProgram program(R"(func.func @main(%w: tensor<8xf32>, %m: tensor<8xf32>, %g: tensor<8xf32>)
      -> (tensor<8xf32>, tensor<8xf32>) {
    %n = stablehlo.add %m, %g : tensor<8xf32>
    %v = stablehlo.subtract %w, %n : tensor<8xf32>
    return %v, %n : tensor<8xf32>, tensor<8xf32> })");
  const Steps steps = steps_of(*program.entry, plain_hardware());
  const auto kernels = kernels_of(steps);
  ASSERT_EQ(kernels.size(), 1);
  EXPECT_EQ(kernels[0]->read(), 3 * 32);
  EXPECT_EQ(kernels[0]->written, 2 * 32);
}

constexpr const char* kSoftmax = R"(func.func @main(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %e = stablehlo.exponential %x : tensor<8x16xf32>
    %s = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
    %r = stablehlo.divide %e, %b : tensor<8x16xf32>
    return %r : tensor<8x16xf32> })";

TEST(Kernels, RowsAreJoinedWhereTheCompilerKeepsThem) {
  const ParsedProgram program(kSoftmax);
  Hardware hardware = plain_hardware();
  const Steps joined = steps_of(*program.entry, hardware);
  ASSERT_EQ(kernels_of(joined).size(), 1);
  EXPECT_EQ(kernels_of(joined)[0]->read(), 512);
  EXPECT_EQ(kernels_of(joined)[0]->written, 512);  // neither the exponentials nor the sums
  hardware.compiler.joins_rows = false;
  EXPECT_EQ(kernels_of(steps_of(*program.entry, hardware)).size(), 2);
}

// What sums over columns are broadcast to waits for all of them.
TEST(Kernels, ColumnsAreNotJoinedWithWhatReadsTheirSums) {
  std::string text = kSoftmax;
  for (const auto& [from, to] :
       {std::pair("dimensions = [1]", "dimensions = [0]"), std::pair("-> tensor<8xf32>", "-> tensor<16xf32>"),
        std::pair("dims = [0] : (tensor<8xf32>)", "dims = [1] : (tensor<16xf32>)")}) {
    text.replace(text.find(from), std::string_view(from).size(), to);
  }
  const ParsedProgram program(text.c_str());
  EXPECT_EQ(kernels_of(steps_of(*program.entry, plain_hardware())).size(), 2);
}

// Both sums take in the negation; what is below it is made twice only if that is cheap.
TEST(Kernels, ExpensiveOpsBelowWhatTwoKernelsTakeInAreMadeOnce) {
  for (const auto& [op, is_fused] : {std::pair("abs", true), std::pair("exponential", false)}) {
    const ParsedProgram program(fmt::format(
                                    R"(func.func @main(%x: tensor<8x16xf32>) -> (tensor<8xf32>, tensor<16xf32>) {{
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %e = stablehlo.{} %x : tensor<8x16xf32>
    %n = stablehlo.negate %e : tensor<8x16xf32>
    %t = stablehlo.transpose %n, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %a = stablehlo.reduce(%n init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %b = stablehlo.reduce(%t init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<16xf32>
    return %a, %b : tensor<8xf32>, tensor<16xf32> }})",
                                    op)
                                    .c_str());
    const std::vector<bool> fused = fused_values(*program.entry);
    const Op* negate = program.entry->body().first()->next()->next();
    EXPECT_TRUE(fused[negate->result()->id()]) << op;
    EXPECT_EQ(fused[negate->operand(0)->id()], is_fused) << op;
  }
}

// Where products take in what makes their operands, too: a copy is no kernel of its own.
TEST(Kernels, CopiesOfAnElementAreItsUses) {
  CompilerTraits compiler;
  compiler.fuses_into_products = compiler.fuses_all_reductions = true;
  for (const bool copied : {false, true}) {
    const ParsedProgram program(fmt::format(
                                    R"(HloModule copied

%sum (l: f32[], r: f32[]) -> f32[] {{
  %l = f32[] parameter(0)
  %r = f32[] parameter(1)
  ROOT %s = f32[] add(%l, %r)
}}

ENTRY %main (x: f32[8,16]) -> (f32[8], f32[8,8]) {{
  %x = f32[8,16] parameter(0)
  %zero = f32[] constant(0)
  %e = f32[8,16] exponential(%x)
  %c = f32[8,16] copy(%e)
  %a = f32[8] reduce(%{0}, %zero), dimensions={{1}}, to_apply=%sum
  %d = f32[8,8] dot(%{0}, %x), lhs_contracting_dims={{1}}, rhs_contracting_dims={{1}}
  ROOT %t = (f32[8], f32[8,8]) tuple(%a, %d)
}})",
                                    copied ? "c" : "e")
                                    .c_str());
    const Op* exponential = nullptr;
    walk(program.entry->body(), [&](const Op& op) {
      if (op.is(OpKind::kExponential)) exponential = &op;
    });
    ASSERT_NE(exponential, nullptr);
    EXPECT_FALSE(fused_values(*program.entry, compiler)[exponential->result()->id()]) << copied;
  }
}

TEST(Kernels, TransposesOfMatricesAreFree) {
  const ParsedProgram program(R"(func.func @main(%x: tensor<8x16xf32>, %w: tensor<4x16xf32>) -> tensor<4x8xf32> {
    %t = stablehlo.transpose %w, dims = [1, 0] : (tensor<4x16xf32>) -> tensor<16x4xf32>
    %d = stablehlo.dot_general %x, %t, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %r = stablehlo.transpose %d, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
    return %r : tensor<4x8xf32> })");
  EXPECT_EQ(kernels_of(steps_of(*program.entry, plain_hardware())).size(), 1);
}

TEST(Kernels, OperandsInAnotherOrderAreCopied) {
  const ParsedProgram program(R"(func.func @main(%x: tensor<8x4x16xf32>, %y: tensor<4x16x8xf32>) -> tensor<4x8x8xf32> {
    %r = stablehlo.dot_general %x, %y, batching_dims = [1] x [0], contracting_dims = [2] x [1]
      : (tensor<8x4x16xf32>, tensor<4x16x8xf32>) -> tensor<4x8x8xf32>
    return %r : tensor<4x8x8xf32> })");
  Hardware hardware = plain_hardware();
  EXPECT_EQ(kernels_of(steps_of(*program.entry, hardware)).size(), 2);
  hardware.compiler.reads_any_layout = true;
  EXPECT_EQ(kernels_of(steps_of(*program.entry, hardware)).size(), 1);
}

TEST(Kernels, LoopsSayHowOftenTheyRun) {
  const ParsedProgram program(R"(func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    %i = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.while(%k = %i, %c = %x) : tensor<i32>, tensor<8xf32>
      cond { %n = stablehlo.constant dense<12> : tensor<i32>
             %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
             stablehlo.return %p : tensor<i1> }
      do { %o = stablehlo.constant dense<1> : tensor<i32>
           %j = stablehlo.add %k, %o : tensor<i32>
           %d = stablehlo.tanh %c : tensor<8xf32>
           stablehlo.return %j, %d : tensor<i32>, tensor<8xf32> }
    return %r#1 : tensor<8xf32> })");
  const Steps steps = steps_of(*program.entry, plain_hardware());
  ASSERT_EQ(steps.steps.size(), 1);
  const Step& loop = steps.steps[0];
  EXPECT_EQ(loop.kind, Step::Kind::kLoop);
  EXPECT_EQ(loop.trip_count, 12);
  EXPECT_EQ(loop.written, 2 * 32);                   // the argument must stay: it is copied
  EXPECT_EQ(kernels_of(loop.body.at(0)).size(), 1);  // the counter is no kernel
}

}  // namespace
}  // namespace partita::core::cost
