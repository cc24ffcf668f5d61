// Every narrow type is computed in its wider one and comes back: kernels exist where they should, and agree.
#include <gtest/gtest.h>

#include <cstring>

#include "eval/pointwise.h"
#include "ir/numeric/float_formats.h"

namespace partita::core::eval {
namespace {

constexpr ElementType kNarrowFloats[] = {ElementType::kF4E2M1FN,   ElementType::kF6E2M3FN,      ElementType::kF6E3M2FN,
                                         ElementType::kF8E3M4,     ElementType::kF8E4M3,        ElementType::kF8E4M3FN,
                                         ElementType::kF8E4M3FNUZ, ElementType::kF8E4M3B11FNUZ, ElementType::kF8E5M2,
                                         ElementType::kF8E5M2FNUZ, ElementType::kF16,           ElementType::kBF16};

std::vector<uint16_t> all_patterns(ElementType type) {
  std::vector<uint16_t> patterns;
  for (uint32_t bits = 0; bits < (1u << bit_width(type)); ++bits) patterns.push_back(static_cast<uint16_t>(bits));
  return patterns;
}

// As tensors store them.
std::vector<std::byte> stored(ElementType type, const std::vector<uint16_t>& patterns) {
  auto width = static_cast<size_t>(byte_width(type));
  std::vector<std::byte> memory(patterns.size() * width);
  for (size_t i = 0; i < patterns.size(); ++i) std::memcpy(memory.data() + i * width, &patterns[i], width);
  return memory;
}

TEST(Kernels, NarrowFloatsAreRoundedOnce) {
  for (ElementType type : kNarrowFloats) {
    std::vector<uint16_t> patterns = all_patterns(type);
    std::vector<std::byte> a = stored(type, patterns);
    std::vector<std::byte> result(a.size());
    ElementType operands[] = {type, type};
    auto multiply = find_kernel(OpKind::kMultiply, {}, operands, type);
    ASSERT_TRUE(multiply.has_value()) << mlir_spelling(type);
    const void* memory[] = {a.data(), a.data()};
    multiply->run(memory, result.data(), patterns.size());
    auto width = static_cast<size_t>(byte_width(type));
    for (size_t i = 0; i < patterns.size(); ++i) {
      double x = decode_one(type, patterns[i]);
      uint16_t got = 0;
      std::memcpy(&got, result.data() + i * width, width);
      double product = decode_one(type, got);
      double wanted = decode_one(type, encode_one(type, x * x));  // exact in double, then rounded
      EXPECT_TRUE(product == wanted || (product != product && wanted != wanted)) << mlir_spelling(type) << " " << x;
    }
  }
}

TEST(Kernels, EveryTypeConvertsToEveryOther) {
  for (int from = 0; from < kElementTypeCount; ++from) {
    for (int to = 0; to < kElementTypeCount; ++to) {
      auto source = static_cast<ElementType>(from);
      auto target = static_cast<ElementType>(to);
      ElementType operands[] = {source};
      auto there = find_kernel(OpKind::kConvert, {}, operands, target);
      ASSERT_TRUE(there.has_value());
      // 1 is 1 in every type.
      ElementType pred[] = {ElementType::kPred};
      auto one = find_kernel(OpKind::kConvert, {}, pred, source);
      bool yes = true;
      std::byte first[16] = {}, second[16] = {}, third[8] = {};
      const void* memory[] = {&yes};
      one->run(memory, first, 1);
      memory[0] = first;
      there->run(memory, second, 1);
      ElementType back[] = {target};
      memory[0] = second;
      find_kernel(OpKind::kConvert, {}, back, ElementType::kF64)->run(memory, third, 1);
      double value = 0;
      std::memcpy(&value, third, sizeof value);
      EXPECT_EQ(value, 1.0) << mlir_spelling(source) << " to " << mlir_spelling(target);
    }
  }
}

TEST(Kernels, NoneForWhatIsNotDefined) {
  ElementType floats[] = {ElementType::kF32, ElementType::kF32};
  EXPECT_FALSE(find_kernel(OpKind::kAnd, {}, floats, ElementType::kF32).has_value());
  EXPECT_FALSE(find_kernel(OpKind::kReshape, {}, {floats, 1}, ElementType::kF32).has_value());
  ElementType integers[] = {ElementType::kS32};
  EXPECT_FALSE(find_kernel(OpKind::kSine, {}, integers, ElementType::kS32).has_value());
}

}  // namespace
}  // namespace partita::core::eval
