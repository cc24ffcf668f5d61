#include "ir/element_type.h"

namespace partita::core::ir {
namespace {

struct ElementRow {
  std::string_view mlir;
  std::string_view hlo;
  int bits;
  ElementClass element_class;
};

constexpr ElementRow kTable[] = {
#define ELEMENT(enumerator, mlir, hlo, bits, element_class) {mlir, hlo, bits, ElementClass::element_class},
#include "ir/element_types.def"
#undef ELEMENT
};

const ElementRow& entry(ElementType type) { return kTable[static_cast<int>(type)]; }

}  // namespace

ElementClass element_class(ElementType type) { return entry(type).element_class; }
int bit_width(ElementType type) { return entry(type).bits; }
int byte_width(ElementType type) { return entry(type).bits < 8 ? 1 : entry(type).bits / 8; }
std::string_view mlir_spelling(ElementType type) { return entry(type).mlir; }
std::string_view hlo_spelling(ElementType type) { return entry(type).hlo; }

std::optional<ElementType> element_type_from_mlir(std::string_view spelling) {
  for (int i = 0; i < kElementTypeCount; ++i) {
    if (kTable[i].mlir == spelling) return static_cast<ElementType>(i);
  }
  // MLIR also spells signed integers "si32"; they are the signless ones of StableHLO.
  if (spelling.size() > 2 && spelling.substr(0, 2) == "si" && spelling != "si1") {
    return element_type_from_mlir(spelling.substr(1));
  }
  return std::nullopt;
}

std::optional<ElementType> element_type_from_hlo(std::string_view spelling) {
  for (int i = 0; i < kElementTypeCount; ++i) {
    if (kTable[i].hlo == spelling) return static_cast<ElementType>(i);
  }
  return std::nullopt;
}

ElementType part_type(ElementType type) {
  if (type == ElementType::kC64) return ElementType::kF32;
  if (type == ElementType::kC128) return ElementType::kF64;
  return type;
}

}  // namespace partita::core::ir
