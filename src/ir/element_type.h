// The element types of tensors, as one table (element_types.def).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace partita::core::ir {

enum class ElementType : uint8_t {
#define ELEMENT(enumerator, mlir, hlo, bits, element_class) enumerator,
#include "ir/element_types.def"
#undef ELEMENT
};

enum class ElementClass : uint8_t { kBool, kSigned, kUnsigned, kFloat, kComplex };

inline constexpr int kElementTypeCount = 0
#define ELEMENT(...) +1
#include "ir/element_types.def"
#undef ELEMENT
    ;

ElementClass element_class(ElementType type);
int bit_width(ElementType type);   // as specified: 1 for pred, 4 for i4
int byte_width(ElementType type);  // as stored: 1 for pred and everything below 8 bits
std::string_view mlir_spelling(ElementType type);
std::string_view hlo_spelling(ElementType type);
std::optional<ElementType> element_type_from_mlir(std::string_view spelling);
std::optional<ElementType> element_type_from_hlo(std::string_view spelling);

inline bool is_integer(ElementType t) {  // signed or unsigned, not pred
  return element_class(t) == ElementClass::kSigned || element_class(t) == ElementClass::kUnsigned;
}
inline bool is_float(ElementType t) { return element_class(t) == ElementClass::kFloat; }
inline bool is_complex(ElementType t) { return element_class(t) == ElementClass::kComplex; }
// f32 for c64, f64 for c128; any other type is its own part.
ElementType part_type(ElementType type);

}  // namespace partita::core::ir

namespace partita::core {
using ir::ElementClass;
using ir::ElementType;
using ir::kElementTypeCount;
}  // namespace partita::core
