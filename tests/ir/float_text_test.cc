#include "ir/numeric/float_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <string>

#include "ir/numeric/float_formats.h"

namespace partita::core::ir {
namespace {

std::string mlir(ElementType type, uint64_t bits) {
  std::string text;
  append_mlir_float(text, type, bits);
  return text;
}
std::string hlo(ElementType type, uint64_t bits) {
  std::string text;
  append_hlo_float(text, type, bits);
  return text;
}
uint64_t f32(float value) { return std::bit_cast<uint32_t>(value); }
uint64_t f64(double value) { return std::bit_cast<uint64_t>(value); }

TEST(FloatText, MlirForm) {
  EXPECT_EQ(mlir(ElementType::kF32, f32(1)), "1.000000e+00");
  EXPECT_EQ(mlir(ElementType::kF32, f32(-0.0f)), "-0.000000e+00");
  EXPECT_EQ(mlir(ElementType::kF32, f32(0.1f)), "1.000000e-01");
  EXPECT_EQ(mlir(ElementType::kF32, f32(1.0f / 3)), "0.33333334");
  EXPECT_EQ(mlir(ElementType::kF64, f64(123456789)), "123456789.0");
  EXPECT_EQ(mlir(ElementType::kF64, f64(0.1)), "1.000000e-01");
  EXPECT_EQ(mlir(ElementType::kF64, f64(1e-300 / 3)), "3.3333333333333334e-301");
  EXPECT_EQ(mlir(ElementType::kF32, 0x7F800000), "0x7F800000");
  EXPECT_EQ(mlir(ElementType::kF64, 0xFFF8000000000001), "0xFFF8000000000001");
  EXPECT_EQ(mlir(ElementType::kBF16, 0xFF80), "0xFF80");
  EXPECT_EQ(mlir(ElementType::kF8E4M3FNUZ, 0x80), "0x80");
  EXPECT_EQ(mlir(ElementType::kC64, f32(2.5f)), "2.500000e+00");
}

TEST(FloatText, HloForm) {
  EXPECT_EQ(hlo(ElementType::kF32, f32(1)), "1");
  EXPECT_EQ(hlo(ElementType::kF32, f32(-0.5f)), "-0.5");
  EXPECT_EQ(hlo(ElementType::kF32, f32(-0.0f)), "-0");
  EXPECT_EQ(hlo(ElementType::kF32, f32(1e-5f)), "1e-05");
  EXPECT_EQ(hlo(ElementType::kF32, f32(0.0001f)), "0.0001");
  EXPECT_EQ(hlo(ElementType::kF32, f32(1e30f)), "1e+30");
  EXPECT_EQ(hlo(ElementType::kF32, f32(123456.5f)), "123456.5");
  EXPECT_EQ(hlo(ElementType::kF64, f64(1e300)), "1e+300");
  EXPECT_EQ(hlo(ElementType::kF32, 0x7F800000), "inf");
  EXPECT_EQ(hlo(ElementType::kF32, 0xFF800000), "-inf");
  EXPECT_EQ(hlo(ElementType::kF32, 0x7FC00000), "nan");
  EXPECT_EQ(hlo(ElementType::kF32, 0xFFC00000), "-nan");
  EXPECT_EQ(hlo(ElementType::kF32, 0x7FC00001), "nan(0x400001)");
  EXPECT_EQ(hlo(ElementType::kBF16, 0x3DCD), "0.1");
}

void expect_round_trip(ElementType type, uint64_t bits) {
  ASSERT_EQ(parse_float(mlir(type, bits), type), bits) << mlir_spelling(type) << " " << mlir(type, bits);
  ASSERT_EQ(parse_float(hlo(type, bits), type), bits) << hlo_spelling(type) << " " << hlo(type, bits);
}

TEST(FloatText, EveryPatternOfEveryNarrowFormatReadsBack) {
  for (int i = 0; i < kElementTypeCount; ++i) {
    const auto type = static_cast<ElementType>(i);
    if (!is_float(type) || bit_width(type) > 16) continue;
    for (uint64_t bits = 0; bits < uint64_t{1} << bit_width(type); ++bits) expect_round_trip(type, bits);
  }
}

TEST(FloatText, RandomPatternsReadBack) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 100000; ++i) {
    const uint64_t bits = random();
    expect_round_trip(ElementType::kF64, bits);
    expect_round_trip(ElementType::kF32, bits >> 32);
  }
}

TEST(FloatText, ReadsEverySpelling) {
  const auto f = ElementType::kF32;
  EXPECT_EQ(parse_float("1", f), f32(1));
  EXPECT_EQ(parse_float("+1.", f), f32(1));
  EXPECT_EQ(parse_float("-2.5E+1", f), f32(-25));
  EXPECT_EQ(parse_float("1e400", f), f32(INFINITY));
  EXPECT_EQ(parse_float("1e99999999999999999999999", f), f32(INFINITY));
  EXPECT_EQ(parse_float("-1e-400", f), f32(-0.0f));
  EXPECT_EQ(parse_float("0." + std::string(400, '0') + "1e401", f), f32(1));
  EXPECT_EQ(parse_float("1e400", ElementType::kF64), f64(INFINITY));
  EXPECT_EQ(parse_float("1e-400", ElementType::kF64), 0u);
  EXPECT_EQ(parse_float(std::string(400, '9'), ElementType::kF64), f64(INFINITY));
  EXPECT_EQ(parse_float("0x7FC00000", f), 0x7FC00000u);
  EXPECT_EQ(parse_float("-nan", f), 0xFFC00000u);
  EXPECT_EQ(parse_float("nan(0x1)", f), 0x7F800001u);
  EXPECT_EQ(parse_float("1e6", ElementType::kF8E4M3FN), 0x7Fu);
  EXPECT_EQ(parse_float("1e6", ElementType::kF4E2M1FN), 0x7u);
  for (const char* bad : {"", "-", "+-1", "--1", "1x", "1e", "e5", "0x", "0x1FFFFFFFF", "infinity", "nan(", "nan()",
                          "nan(0x0)", "nan(0x800000)", " 1", "1 ", "."}) {
    EXPECT_EQ(parse_float(bad, f), std::nullopt) << bad;
  }
  EXPECT_EQ(parse_float("nan", ElementType::kF6E2M3FN), std::nullopt) << "the format has none";
  EXPECT_EQ(parse_float("0x10", ElementType::kF4E2M1FN), std::nullopt);
}

}  // namespace
}  // namespace partita::core::ir
