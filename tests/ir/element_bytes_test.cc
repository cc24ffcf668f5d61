// Identities of reductions, for elements of every kind.
#include "ir/build/element_bytes.h"

#include <gtest/gtest.h>

#include "ir/numeric/float_formats.h"

namespace partita::core::ir {
namespace {

uint64_t bits_of(ElementType element, ReductionKind kind) {
  uint64_t out = 0;
  const Bytes bytes = identity_bytes(element, kind);
  for (size_t i = bytes.size(); i-- > 0;) out = out << 8 | static_cast<uint8_t>(bytes[i]);
  return out;
}

TEST(IdentityBytes, LeastAndGreatestIntegers) {
  EXPECT_EQ(bits_of(ElementType::kU64, ReductionKind::kMin), ~uint64_t{0});
  EXPECT_EQ(bits_of(ElementType::kS64, ReductionKind::kMin), ~uint64_t{0} >> 1);
  EXPECT_EQ(bits_of(ElementType::kS64, ReductionKind::kMax), uint64_t{1} << 63);
  EXPECT_EQ(bits_of(ElementType::kU32, ReductionKind::kMin), 0xFFFFFFFFu);
  EXPECT_EQ(bits_of(ElementType::kS8, ReductionKind::kMin), 0x7Fu);
  EXPECT_EQ(bits_of(ElementType::kU64, ReductionKind::kMax), 0u);
  EXPECT_EQ(bits_of(ElementType::kU64, ReductionKind::kAnd), ~uint64_t{0});
  EXPECT_EQ(bits_of(ElementType::kPred, ReductionKind::kMin), 1u);
}

// No value of the type is beyond the identity, also where it has no infinity, and none below zero.
TEST(IdentityBytes, LeastAndGreatestFloats) {
  for (ElementType element : {ElementType::kF8E4M3FN, ElementType::kF8E8M0FNU, ElementType::kF4E2M1FN,
                              ElementType::kF6E2M3FN, ElementType::kF8E5M2, ElementType::kF8E4M3B11FNUZ}) {
    const double greatest = decode_one(element, bits_of(element, ReductionKind::kMin));
    const double least = decode_one(element, bits_of(element, ReductionKind::kMax));
    for (uint64_t bits = 0; bits < uint64_t{1} << float_format(element).bits(); ++bits) {
      const double value = decode_one(element, bits);
      EXPECT_FALSE(value > greatest || value < least) << static_cast<int>(element) << ": " << value;
    }
  }
}

}  // namespace
}  // namespace partita::core::ir
