// What values take in memory and what kernels move, where the compiler of a TPU decides it.
#include "cost/storage.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cost/kernels.h"
#include "cost/products.h"
#include "cost/tiles.h"
#include "parsed_program.h"

namespace partita::core::cost {
namespace {

constexpr std::array<int64_t, 2> kTile = {8, 128};

Hardware tpu(CompilerTraits compiler) {
  Hardware out;
  out.memory_bandwidth = 1e9;
  out.vector_flops = 1e12;
  out.matrix_flops = {{"f32", 1e12}};
  out.products = {.tile_rows = 8, .tile_columns = 128, .depth_tile = 128};
  out.compiler = compiler;
  out.compiler.memory_tile = kTile;
  out.compiler.reads_any_layout = out.compiler.fuses_all_reductions = out.compiler.windows_in_place = true;
  out.compiler.joins_rows = false;
  return out;
}

double moved(const Steps& steps) {
  double sum = 0;
  for (const Step& step : steps.steps) sum += step.read() + step.written;
  return sum;
}

int kernels(const Steps& steps) {
  return static_cast<int>(std::count_if(steps.steps.begin(), steps.steps.end(),
                                        [](const Step& step) { return step.kind == Step::Kind::kKernel; }));
}

const Op* first(const Function& function, OpKind kind) {
  const Op* found = nullptr;
  walk(function.body(), [&](const Op& op) {
    if (found == nullptr && op.is(kind)) found = &op;
  });
  return found;
}

std::string convolution(int batch) {
  const std::string image = "tensor<" + std::to_string(batch) + "x16x128x128xbf16>";
  return "func.func @main(%x: " + image + ", %w: tensor<3x3x128x128xbf16>) -> " + image +
         " {\n"
         "  %t = stablehlo.tanh %x : " +
         image +
         "\n"
         "  %y = stablehlo.convolution(%t, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = "
         "{pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (" +
         image + ", tensor<3x3x128x128xbf16>) -> " + image + "\n  return %y : " + image + "\n}\n";
}

TEST(Storage, BatchesOfConvolutionsLieAlongTheRowsOfTiles) {
  const ParsedProgram program(convolution(2).c_str());
  const Storage storage(*program.entry, {.memory_tile = kTile});
  EXPECT_EQ(storage.growth(*first(*program.entry, OpKind::kConvolution)->result()), 4);
  EXPECT_EQ(storage.growth(*program.entry->argument(0)), 4);  // through the elementwise op
  EXPECT_EQ(storage.growth(*program.entry->argument(1)), 1);  // weights
  EXPECT_EQ(padded_bytes(program.entry->argument(0)->type(), {kTile}), 2 * 16 * 128 * 128 * 2);
}

TEST(Storage, ConvolutionsMultiplyWholeTilesOfTheBatch) {
  auto seconds = [](int batch) {
    const ParsedProgram program(convolution(batch).c_str());
    return convolution_seconds(*first(*program.entry, OpKind::kConvolution), 1e12, tpu({}));
  };
  EXPECT_DOUBLE_EQ(seconds(2), seconds(8));
  EXPECT_DOUBLE_EQ(seconds(4), seconds(8));
  EXPECT_DOUBLE_EQ(2 * seconds(8), seconds(16));
}

// Products, what makes their operands, and what follows.
constexpr const char* kMlp =
    "func.func @main(%x: tensor<256x256xbf16>, %w: tensor<256x256xbf16>) -> tensor<256x256xbf16> {\n"
    "  %t = stablehlo.tanh %x : tensor<256x256xbf16>\n"
    "  %h = stablehlo.dot_general %t, %w, contracting_dims = [1] x [0] : (tensor<256x256xbf16>, tensor<256x256xbf16>) "
    "-> tensor<256x256xbf16>\n"
    "  %y = stablehlo.add %h, %x : tensor<256x256xbf16>\n"
    "  return %y : tensor<256x256xbf16>\n}\n";

TEST(TakenIn, ProductsTakeInWhatSurroundsThem) {
  const ParsedProgram program(kMlp);
  constexpr double kBytes = 256 * 256 * 2;
  const Steps apart = steps_of(*program.entry, tpu({}));
  EXPECT_EQ(kernels(apart), 3);
  EXPECT_EQ(moved(apart), 8 * kBytes);  // x, t; t, w, h; h, x, y
  const Steps together = steps_of(*program.entry, tpu({.fuses_into_products = true}));
  EXPECT_EQ(kernels(together), 1);
  EXPECT_EQ(moved(together), 3 * kBytes);  // x, w, y
}

TEST(Storage, NarrowFloatsStayWideBetweenOpsThatCompute) {
  const ParsedProgram program(
      "func.func @main(%x: tensor<256x256xbf16>, %w: tensor<256x256xbf16>) -> tensor<256x256xbf16> {\n"
      "  %zero = stablehlo.constant dense<0.0> : tensor<bf16>\n"
      "  %e = stablehlo.exponential %x : tensor<256x256xbf16>\n"
      "  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<256x256xbf16>, "
      "tensor<bf16>) -> tensor<256xbf16>\n"
      "  %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<256xbf16>) -> tensor<256x256xbf16>\n"
      "  %p = stablehlo.divide %e, %b : tensor<256x256xbf16>\n"
      "  %y = stablehlo.dot_general %p, %w, contracting_dims = [1] x [0] : (tensor<256x256xbf16>, "
      "tensor<256x256xbf16>) -> tensor<256x256xbf16>\n"
      "  return %y : tensor<256x256xbf16>\n}\n");
  const Storage storage(*program.entry, {.computes_wide = true});
  EXPECT_EQ(storage.growth(*first(*program.entry, OpKind::kExponential)->result()), 2);
  EXPECT_EQ(storage.growth(*first(*program.entry, OpKind::kDivide)->result()), 1);  // a product reads it
  EXPECT_EQ(storage.growth(*first(*program.entry, OpKind::kDotGeneral)->result()), 1);
}

TEST(RunningSums, AreMadeInBlocks) {
  const ParsedProgram program(
      "func.func @main(%x: tensor<4x1024xf32>) -> tensor<4x1024xf32> {\n"
      "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
      "  %s = \"stablehlo.reduce_window\"(%x, %zero) <{padding = dense<[[0, 0], [1023, 0]]> : tensor<2x2xi64>, "
      "window_dimensions = array<i64: 1, 1024>}> ({\n"
      "    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
      "      %c = stablehlo.add %a, %b : tensor<f32>\n      stablehlo.return %c : tensor<f32>\n"
      "  }) : (tensor<4x1024xf32>, tensor<f32>) -> tensor<4x1024xf32>\n"
      "  return %s : tensor<4x1024xf32>\n}\n");
  const Steps steps = steps_of(*program.entry, tpu({}));
  ASSERT_EQ(kernels(steps), 1);
  EXPECT_LE(steps.steps[0].operations, 4 * 1024 * 129);
}

}  // namespace
}  // namespace partita::core::cost
