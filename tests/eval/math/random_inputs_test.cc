#include "eval/math/random_inputs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ir/numeric/float_formats.h"

namespace partita::core::eval::math {
namespace {

std::vector<float> floats(const RandomStream& stream, uint64_t first, size_t count) {
  std::vector<float> out(count);
  fill_random_input(stream, ElementType::kF32, first, count, out.data());
  return out;
}

TEST(RandomInputs, OfEveryType) {
  const RandomStream stream(1, 2);
  for (int i = 0; i < kElementTypeCount; ++i) {
    const auto type = static_cast<ElementType>(i);
    std::vector<uint8_t> whole(16 * 100), tail(16 * 100);
    fill_random_input(stream, type, 0, 100, whole.data());
    fill_random_input(stream, type, 60, 40, tail.data());
    const size_t width = byte_width(type);
    EXPECT_TRUE(std::equal(tail.begin(), tail.begin() + 40 * width, whole.begin() + 60 * width)) << mlir_spelling(type);
    EXPECT_TRUE(std::all_of(whole.begin() + 100 * width, whole.end(), [](uint8_t b) { return b == 0; }));
    if (is_integer(type)) {
      for (size_t k = 0; k < 100; ++k) EXPECT_LE(whole[k * width], bit_width(type) > 2 ? 6 : 3) << mlir_spelling(type);
    }
    if (type == ElementType::kF8E8M0FNU) {
      for (size_t k = 0; k < 100; ++k) EXPECT_FALSE(std::isnan(decode_one(type, whole[k])));
    }
  }
}

TEST(RandomInputs, FloatsAreAsIfNormal) {
  constexpr size_t kCount = 1000000;
  constexpr double kDeviation = 0.3;
  double sum = 0, squares = 0, fourth = 0, neighbours = 0, within = 0;
  const std::vector<float> values = floats({42, 3}, 0, kCount);
  for (size_t i = 0; i < kCount; ++i) {
    const double x = values[i] / kDeviation;
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
    if (i > 0) neighbours += x * values[i - 1] / kDeviation;
    within += std::fabs(x) < 1 ? 1 : 0;
    ASSERT_LE(std::fabs(values[i]), kLargestRandomInput);
    ASSERT_NE(values[i], 0);
  }
  EXPECT_NEAR(sum / kCount, 0, 0.005);
  EXPECT_NEAR(squares / kCount, 1, 0.005);
  EXPECT_NEAR(fourth / kCount, 3, 0.05);
  EXPECT_NEAR(neighbours / kCount, 0, 0.005);
  EXPECT_NEAR(within / kCount, 0.6827, 0.003);
}

TEST(RandomInputs, StreamsHaveNothingInCommon) {
  constexpr size_t kCount = 100000;
  const std::vector<float> one = floats({1, 0}, 0, kCount);
  for (const RandomStream& stream : {RandomStream(1, 1), RandomStream(2, 0), RandomStream(1, uint64_t{1} << 32)}) {
    const std::vector<float> other = floats(stream, 0, kCount);
    for (const size_t shift : {size_t{0}, size_t{1}, size_t{64}}) {
      double both = 0;
      for (size_t i = shift; i < kCount; ++i) both += one[i - shift] * other[i];
      EXPECT_NEAR(both / kCount / 0.09, 0, 0.02) << shift;
    }
  }
}

TEST(RandomInputs, PlacesBehind32BitsAreNotThoseBefore) {
  const RandomStream stream(1, 0);
  constexpr uint64_t kHigh = uint64_t{1} << 32;
  const std::vector<float> low = floats(stream, 0, 8), high = floats(stream, kHigh, 8),
                           across = floats(stream, kHigh - 4, 8);
  EXPECT_NE(low, high);
  EXPECT_TRUE(std::equal(across.begin() + 4, across.end(), high.begin()));
}

// The short ways to f16 and bf16 are those of all formats.
TEST(RandomInputs, HalvesAreRoundedAsEverywhere) {
  constexpr size_t kCount = 300000;
  const RandomStream stream(5, 6);
  const std::vector<float> values = floats(stream, 0, kCount);
  for (const ElementType type : {ElementType::kF16, ElementType::kBF16}) {
    std::vector<uint16_t> halves(kCount);
    fill_random_input(stream, type, 0, kCount, halves.data());
    size_t subnormal = 0;
    for (size_t i = 0; i < kCount; ++i) {
      ASSERT_EQ(halves[i], ir::encode_one(type, values[i])) << values[i];
      subnormal += std::fabs(values[i]) < 0x1p-14 ? 1 : 0;
    }
    EXPECT_GT(subnormal, 10u);
  }
}

TEST(RandomInputs, IntegersAreEvenlySpread) {
  constexpr int kCount = 700000;
  std::vector<int64_t> values(kCount);
  fill_random_input({9, 1}, ElementType::kS64, 0, kCount, values.data());
  std::vector<int> counts(7);
  for (const int64_t value : values) ++counts.at(static_cast<size_t>(value));
  for (const int count : counts) EXPECT_NEAR(count, kCount / 7, 1500);
}

// Anyone who changes these numbers changes what --random means.
TEST(RandomInputs, AreFixedForEver) {
  EXPECT_EQ(floats({1, 0}, 0, 3), (std::vector<float>{-0x1.2eef12p-2, 0x1.2c95b8p-2, -0x1.f37118p-3}));
  EXPECT_EQ(floats({7, 2}, 123456789, 1), (std::vector<float>{0x1.7e4c8ap-6}));
  double wide = 0;
  fill_random_input({1, 0}, ElementType::kF64, 0, 1, &wide);
  EXPECT_EQ(wide, -0x1.2eef1302c4187p-2);
  std::vector<int32_t> integers(8);
  fill_random_input({1, 0}, ElementType::kS32, 0, 8, integers.data());
  EXPECT_EQ(integers, (std::vector<int32_t>{4, 2, 4, 1, 6, 2, 5, 4}));
}

}  // namespace
}  // namespace partita::core::eval::math
