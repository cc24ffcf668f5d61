#include "pjrt/buffer_types.h"

#include <string_view>

namespace partita::core::pjrt {
namespace {

// By number, as HLO spells them; 0 is no type, and 23 the token.
constexpr std::string_view kSpellings[] = {
    "",           "pred", "s8",       "s16",     "s32", "s64",  "u8",     "u16",      "u32",           "u64",
    "f16",        "f32",  "f64",      "bf16",    "c64", "c128", "f8e5m2", "f8e4m3fn", "f8e4m3b11fnuz", "f8e5m2fnuz",
    "f8e4m3fnuz", "s4",   "u4",       "",        "s2",  "u2",   "f8e4m3", "f8e3m4",   "f8e8m0fnu",     "f4e2m1fn",
    "s1",         "u1",   "f6e2m3fn", "f6e3m2fn"};

}  // namespace

std::optional<int32_t> buffer_type(ElementType type) {
  const std::string_view spelling = ir::hlo_spelling(type);
  for (int32_t i = 1; i < static_cast<int32_t>(std::size(kSpellings)); ++i) {
    if (kSpellings[i] == spelling) return i;
  }
  return std::nullopt;
}

std::optional<ElementType> element_type(int32_t buffer_type) {
  if (buffer_type < 1 || buffer_type >= static_cast<int32_t>(std::size(kSpellings))) return std::nullopt;
  return ir::element_type_from_hlo(kSpellings[buffer_type]);
}

}  // namespace partita::core::pjrt
