// Every bit pattern of every narrow format is decoded and encoded; rounding is held against a search over all values.
#include "ir/numeric/float_formats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace partita::core::ir {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const ElementType kNarrowTypes[] = {
    ElementType::kF4E2M1FN, ElementType::kF6E2M3FN,   ElementType::kF6E3M2FN,   ElementType::kF8E3M4,
    ElementType::kF8E4M3,   ElementType::kF8E4M3FN,   ElementType::kF8E4M3FNUZ, ElementType::kF8E4M3B11FNUZ,
    ElementType::kF8E5M2,   ElementType::kF8E5M2FNUZ, ElementType::kF8E8M0FNU,  ElementType::kF16,
    ElementType::kBF16,
};

uint64_t pattern_count(ElementType type) { return uint64_t{1} << float_format(type).bits(); }

TEST(FloatFormats, DecodeThenEncodeGivesTheSameBits) {
  for (ElementType type : kNarrowTypes) {
    for (uint64_t bits = 0; bits < pattern_count(type); ++bits) {
      const double value = decode_one(type, bits);
      if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(decode_one(type, encode_one(type, value)))) << mlir_spelling(type) << " " << bits;
      } else {
        EXPECT_EQ(encode_one(type, value), bits) << mlir_spelling(type);
      }
    }
  }
}

TEST(FloatFormats, BulkAgreesWithOneAtATime) {
  for (ElementType type : kNarrowTypes) {
    const size_t count = pattern_count(type);
    std::vector<uint8_t> stored(count * byte_width(type));
    for (size_t i = 0; i < count; ++i) {
      for (int b = 0; b < byte_width(type); ++b) stored[i * byte_width(type) + b] = static_cast<uint8_t>(i >> (8 * b));
    }
    std::vector<float> floats(count);
    std::vector<double> doubles(count);
    decode(type, stored.data(), floats.data(), count);
    decode(type, stored.data(), doubles.data(), count);
    std::vector<uint8_t> from_floats(stored.size()), from_doubles(stored.size());
    encode(type, floats.data(), from_floats.data(), count);
    encode(type, doubles.data(), from_doubles.data(), count);
    EXPECT_EQ(from_floats, from_doubles);
    for (size_t i = 0; i < count; ++i) {
      const double one = decode_one(type, i);
      if (std::isnan(one)) {
        EXPECT_TRUE(std::isnan(floats[i]) && std::isnan(doubles[i]));
      } else {
        EXPECT_EQ(floats[i], one);
        EXPECT_EQ(doubles[i], one);
      }
    }
  }
}

// Between neighbours: below the middle down, above it up, the middle to the even pattern; from float where it is exact.
TEST(FloatFormats, RoundsToNearestWithTiesToEven) {
  for (ElementType type : kNarrowTypes) {
    if (type == ElementType::kF8E8M0FNU) continue;
    const uint64_t sign = pattern_count(type) / 2;
    for (uint64_t bits = 0; bits + 1 < sign; ++bits) {
      const double low = decode_one(type, bits), high = decode_one(type, bits + 1);
      if (!std::isfinite(low) || !std::isfinite(high)) break;
      ASSERT_LT(low, high);
      const double middle = low + (high - low) / 2;
      const uint64_t even = bits % 2 == 0 ? bits : bits + 1;
      EXPECT_EQ(encode_one(type, middle), even) << mlir_spelling(type) << " " << middle;
      EXPECT_EQ(encode_one(type, std::nextafter(middle, -kInfinity)), bits);
      EXPECT_EQ(encode_one(type, std::nextafter(middle, kInfinity)), bits + 1);
      if (static_cast<float>(middle) != middle) continue;
      uint64_t from_float = 0;
      const auto as_float = static_cast<float>(middle);
      encode(type, &as_float, &from_float, 1);
      EXPECT_EQ(from_float, even);
      if (bits == 0) continue;
      EXPECT_EQ(encode_one(type, -middle), even | sign);
    }
  }
}

TEST(FloatFormats, WhatAFormatCannotHold) {
  struct Row {
    ElementType type;
    uint64_t infinity, minus_infinity, nan, minus_nan, minus_zero, largest;
    double largest_value;
  };
  const Row rows[] = {
      {ElementType::kF4E2M1FN, 0x7, 0xF, 0x8, 0x0, 0x8, 0x7, 6},
      {ElementType::kF6E2M3FN, 0x1F, 0x3F, 0x20, 0x0, 0x20, 0x1F, 7.5},
      {ElementType::kF6E3M2FN, 0x1F, 0x3F, 0x20, 0x0, 0x20, 0x1F, 28},
      {ElementType::kF8E3M4, 0x70, 0xF0, 0x78, 0xF8, 0x80, 0x6F, 15.5},
      {ElementType::kF8E4M3, 0x78, 0xF8, 0x7C, 0xFC, 0x80, 0x77, 240},
      {ElementType::kF8E4M3FN, 0x7F, 0xFF, 0x7F, 0xFF, 0x80, 0x7E, 448},
      {ElementType::kF8E4M3FNUZ, 0x80, 0x80, 0x80, 0x80, 0x00, 0x7F, 240},
      {ElementType::kF8E4M3B11FNUZ, 0x80, 0x80, 0x80, 0x80, 0x00, 0x7F, 30},
      {ElementType::kF8E5M2, 0x7C, 0xFC, 0x7E, 0xFE, 0x80, 0x7B, 57344},
      {ElementType::kF8E5M2FNUZ, 0x80, 0x80, 0x80, 0x80, 0x00, 0x7F, 57344},
      {ElementType::kF8E8M0FNU, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE, 0x1p127},
      {ElementType::kF16, 0x7C00, 0xFC00, 0x7E00, 0xFE00, 0x8000, 0x7BFF, 65504},
      {ElementType::kBF16, 0x7F80, 0xFF80, 0x7FC0, 0xFFC0, 0x8000, 0x7F7F, 0x1.FEp127},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string(mlir_spelling(row.type)));
    EXPECT_EQ(encode_one(row.type, kInfinity), row.infinity);
    EXPECT_EQ(encode_one(row.type, -kInfinity), row.minus_infinity);
    EXPECT_EQ(encode_one(row.type, 1e300), row.infinity) << "overflow is what infinity becomes";
    EXPECT_EQ(encode_one(row.type, -1e300), row.minus_infinity);
    EXPECT_EQ(encode_one(row.type, kNan), row.nan);
    EXPECT_EQ(encode_one(row.type, -kNan), row.minus_nan);
    EXPECT_EQ(encode_one(row.type, -0.0), row.minus_zero);
    EXPECT_EQ(decode_one(row.type, row.largest), row.largest_value);
  }
  EXPECT_EQ(encode_one(ElementType::kF8E4M3FN, 464.0), 0x7Eu);
  EXPECT_EQ(encode_one(ElementType::kF8E4M3FN, 465.0), 0x7Fu);
  EXPECT_EQ(encode_one(ElementType::kF8E5M2FNUZ, -1e-9), 0u) << "no negative zero";
}

TEST(FloatFormats, ScalesArePowersOfTwo) {
  const ElementType type = ElementType::kF8E8M0FNU;
  EXPECT_EQ(decode_one(type, 0), 0x1p-127);
  EXPECT_EQ(decode_one(type, 127), 1.0);
  for (int exponent = -127; exponent <= 127; ++exponent) {
    const double value = std::ldexp(1.0, exponent);
    EXPECT_EQ(encode_one(type, value), static_cast<uint64_t>(exponent + 127));
    EXPECT_EQ(encode_one(type, value * 1.49), static_cast<uint64_t>(exponent + 127));
    EXPECT_EQ(encode_one(type, value * 1.5), static_cast<uint64_t>(exponent + 128));
    const auto as_float = static_cast<float>(value);
    uint8_t from_float = 0;
    encode(type, &as_float, &from_float, 1);
    EXPECT_EQ(from_float, exponent + 127);
  }
  EXPECT_EQ(encode_one(type, 1e-300), 0u);
  EXPECT_EQ(encode_one(type, 0.0), 0xFFu);
  EXPECT_EQ(encode_one(type, -1.0), 0xFFu);
}

// 1 + 2^-11 + 2^-40 is above the middle of two f16 neighbours; through float it would become that middle and round
// down.
TEST(FloatFormats, DoubleIsRoundedOnce) {
  EXPECT_EQ(encode_one(ElementType::kF16, 1 + 0x1p-11 + 0x1p-40), 0x3C01u);
  EXPECT_EQ(encode_one(ElementType::kBF16, 1 + 0x1p-8 + 0x1p-40), 0x3F81u);
}

// In order of their values, patterns are each other's neighbours in both directions.
TEST(FloatFormats, NextAfter) {
  for (ElementType type : kNarrowTypes) {
    SCOPED_TRACE(std::string(mlir_spelling(type)));
    for (uint64_t bits = 0; bits < pattern_count(type); ++bits) {
      const double value = decode_one(type, bits);
      if (!std::isfinite(value)) continue;
      const uint64_t up = next_after(type, bits, encode_one(type, 1e300)), low = encode_one(type, -1e300);
      const double above = decode_one(type, up);
      if (std::isnan(above)) continue;  // formats without infinity: there is nothing to aim at
      if (std::isfinite(above) && above != value) {
        EXPECT_GT(above, value);
        EXPECT_EQ(encode_one(type, value + (above - value) / 4), bits == pattern_count(type) / 2 ? 0 : bits);
        if (!std::isnan(decode_one(type, low))) {
          EXPECT_EQ(decode_one(type, next_after(type, up, low)), value);
        }
      }
      EXPECT_EQ(next_after(type, bits, bits), bits);
    }
  }
  const auto f16 = ElementType::kF16;
  EXPECT_EQ(next_after(f16, 0, 0xBC00), 0x8001u) << "from zero towards -1";
  EXPECT_EQ(next_after(f16, 0x8001, 0x3C00), 0x8000u);
  EXPECT_EQ(next_after(f16, 0x7BFF, 0x7C00), 0x7C00u) << "up to infinity";
  EXPECT_EQ(next_after(f16, 0x7E00, 0), 0x7E00u);
  EXPECT_EQ(next_after(ElementType::kF8E5M2FNUZ, 0x81, 0x01), 0u) << "no negative zero on the way";
  EXPECT_EQ(next_after(ElementType::kF32, 0x3F800000, 0x40000000), 0x3F800001u);
}

TEST(FloatFormats, ReducePrecision) {
  EXPECT_EQ(reduce_precision(1.0f + 0x1p-8f, 8, 7), 1.0f);
  EXPECT_EQ(reduce_precision(1.0f + 0x1.8p-7f, 8, 7), 1.0f + 0x1p-6f);
  EXPECT_EQ(reduce_precision(65520.0f, 5, 10), std::numeric_limits<float>::infinity());
  EXPECT_EQ(reduce_precision(65519.0f, 5, 10), 65504.0f);
  EXPECT_EQ(reduce_precision(0x1p-15f, 5, 10), 0.0f) << "subnormals of the target are flushed";
  EXPECT_TRUE(std::signbit(reduce_precision(-0x1p-15f, 5, 10)));
  EXPECT_EQ(reduce_precision(0x1p-14, 5, 10), 0x1p-14);
  EXPECT_TRUE(std::isnan(reduce_precision(std::nanf(""), 5, 10)));
  EXPECT_EQ(reduce_precision(1.1, 11, 52), 1.1);
}

}  // namespace
}  // namespace partita::core::ir
