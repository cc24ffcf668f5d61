#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../parsed_program.h"
#include "cost/budget.h"
#include "cost/hardware.h"
#include "cost/memory.h"
#include "ir/program.h"

namespace partita::core::cost {
namespace {

TEST(Sizes, UnitsArePowersOf1024) {
  EXPECT_EQ(*parse_size("1500"), 1500);
  EXPECT_EQ(*parse_size("2K"), 2048);
  EXPECT_EQ(*parse_size("1.5MiB"), 1.5 * 1024 * 1024);
  EXPECT_EQ(*parse_size("3GB"), 3.0 * 1024 * 1024 * 1024);
  for (const char* wrong : {"", "M", "-1", "5X", "5MM", "5 M", "nan"}) EXPECT_FALSE(parse_size(wrong).ok()) << wrong;
}

TEST(Forbidden, KindAxisOrBoth) {
  EXPECT_EQ(parse_forbidden("all_gather")->kind, "all-gather");
  EXPECT_EQ(parse_forbidden("all-gather@x")->axis, "x");
  EXPECT_EQ(parse_forbidden("@x")->kind, "");
  for (const char* wrong : {"", "@", "all-gather@", "gather", "gather@x"}) {
    EXPECT_FALSE(parse_forbidden(wrong).ok()) << wrong;
  }
}

TEST(KnownHardware, EveryFileIsUnderstood) {
  EXPECT_GE(known_hardware().size(), 4u);
  for (const std::string& name : known_hardware()) {
    Result<Hardware> hardware = parse_hardware(hardware_text(name), name);
    ASSERT_TRUE(hardware.ok()) << name << ": " << hardware.error().diagnostic.message;
    EXPECT_GT(hardware->matrix_rate(ElementType::kBF16), 0) << name;
    EXPECT_EQ(hardware->matrix_rate(ElementType::kC64), hardware->matrix_rate(ElementType::kF32)) << name;
  }
}

TEST(MatrixRate, OfItsTypeElseOfItsKinElseOfF32) {
  Hardware hardware;
  hardware.matrix_flops = {{"bf16", 2}, {"f8E5M2", 5}, {"f32", 1}};
  EXPECT_EQ(hardware.matrix_rate(ElementType::kBF16), 2);
  EXPECT_EQ(hardware.matrix_rate(ElementType::kF8E4M3FN), 1);
  hardware.matrix_flops.emplace_back("f8", 4);
  EXPECT_EQ(hardware.matrix_rate(ElementType::kF8E4M3FN), 4);
  EXPECT_EQ(hardware.matrix_rate(ElementType::kF8E5M2), 5);
  EXPECT_EQ(hardware.matrix_rate(ElementType::kS8), 1);
}

// A product, its sign turned many times in one loop, and a product of that: both lie in one buffer, unless so many ops
// are between that the search for it gives up.
TEST(Memory, ABufferIsReusedThrough63Ops) {
  auto temporaries = [](int ops) {
    std::string text =
        "func.func @main(%x: tensor<16x16xf32>, %w: tensor<16x1xf32>) -> tensor<16x1xf32> {\n"
        "  %v0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) "
        "-> "
        "tensor<16x16xf32>\n";
    for (int i = 0; i < ops; ++i) {
      text += fmt::format("  %v{} = stablehlo.negate %v{} : tensor<16x16xf32>\n", i + 1, i);
    }
    text += fmt::format(
        "  %y = stablehlo.dot_general %v{}, %w, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x1xf32>) "
        "-> "
        "tensor<16x1xf32>\n  return %y : tensor<16x1xf32>\n}}\n",
        ops);
    return memory_of(*ParsedProgram(text.c_str()).entry).temporaries;
  };
  constexpr double kOne = 16 * 16 * 4;
  EXPECT_EQ(temporaries(1), kOne);
  EXPECT_EQ(temporaries(63), kOne);
  EXPECT_EQ(temporaries(64), 2 * kOne);
}

// What a compiler for a TPU needs no memory for: a sum over rows takes in what it reads, a product reads its operands
// as they lie, and a window's maximum is found and written in one go.
TEST(Memory, DependsOnTheCompiler) {
  auto temporaries = [](const char* body, const CompilerTraits& compiler) {
    const std::string text = fmt::format(
        "func.func @main(%x: tensor<64x32xbf16>, %w: tensor<32x16x64xbf16>) -> tensor<f32> {{\n"
        "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n  %z = stablehlo.constant dense<0.0> : tensor<bf16>\n{}"
        "  %r = stablehlo.reduce(%made init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, "
        "tensor<f32>) -> tensor<f32>\n  return %r : tensor<f32>\n}}\n",
        body);
    return memory_of(*ParsedProgram(text.c_str()).entry, compiler).temporaries;
  };
  const char* sums =
      "  %f = stablehlo.convert %x : (tensor<64x32xbf16>) -> tensor<64x32xf32>\n"
      "  %made = stablehlo.reduce(%f init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x32xf32>, "
      "tensor<f32>) -> tensor<32xf32>\n";
  const double made = 32 * 4;
  EXPECT_EQ(temporaries(sums, {}), 64 * 32 * 4 + made);
  EXPECT_EQ(temporaries(sums, {.fuses_all_reductions = true}), made);
  const char* product =
      "  %p = stablehlo.dot_general %x, %w, contracting_dims = [0] x [2] : (tensor<64x32xbf16>, tensor<32x16x64xbf16>) "
      "-> tensor<32x32x16xf32>\n"
      "  %made = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [1, 2] : "
      "(tensor<32x32x16xf32>, tensor<f32>) -> tensor<32xf32>\n";
  const char* batched =
      "  %p = stablehlo.dot_general %w, %w, batching_dims = [1] x [1], contracting_dims = [2] x [2] : "
      "(tensor<32x16x64xbf16>, tensor<32x16x64xbf16>) -> tensor<16x32x32xf32>\n"
      "  %made = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 2] : "
      "(tensor<16x32x32xf32>, tensor<f32>) -> tensor<32xf32>\n";
  EXPECT_EQ(temporaries(product, {}), temporaries(product, {.reads_any_layout = true}));  // matrices as they are
  // Two copies while the product is made, its sums after that.
  EXPECT_EQ(temporaries(batched, {}) - temporaries(batched, {.reads_any_layout = true}), 2 * 32 * 16 * 64 * 2 - made);
  const char* windows =
      "  %f = stablehlo.convert %x : (tensor<64x32xbf16>) -> tensor<64x32xf32>\n"
      "  %g = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<32x32xf32>\n"
      "  %s = \"stablehlo.select_and_scatter\"(%f, %g, %zero) <{window_dimensions = array<i64: 2, 1>, "
      "window_strides = array<i64: 2, 1>}> ({\n"
      "    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
      "      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
      "      stablehlo.return %c : tensor<i1>\n  }, {\n    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
      "      %c = stablehlo.add %a, %b : tensor<f32>\n      stablehlo.return %c : tensor<f32>\n"
      "  }) : (tensor<64x32xf32>, tensor<32x32xf32>, tensor<f32>) -> tensor<64x32xf32>\n"
      "  %made = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x32xf32>, "
      "tensor<f32>) -> tensor<32xf32>\n";
  EXPECT_EQ(temporaries(windows, {}) - temporaries(windows, {.windows_in_place = true}), 4 * 2 * (64 * 32 + 32 * 32));
}

}  // namespace
}  // namespace partita::core::cost
