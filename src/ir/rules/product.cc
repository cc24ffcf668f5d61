#include "ir/rules/product.h"

#include <fmt/format.h>

namespace partita::core::ir::type_rules {
namespace {

// XLA multiplies operands of two float types, or of two integer types (f8E4M3FN with f8E5M2, s8 with u8), where the
// specification wants one type.
bool may_multiply(ElementType a, ElementType b) {
  return a == b || (is_float(a) && is_float(b)) || (is_integer(a) && is_integer(b));
}

// The result's element type is the program's choice (XLA's preferred_element_type): any number type but no mixing of
// complex with real.
bool may_accumulate_in(ElementType operand, ElementType result) { return is_complex(operand) == is_complex(result); }

}  // namespace

// XLA writes no precisions for the default ones, and has PACKED_NIBBLE.
std::string precision_problem(const OpFacts& f) {
  Attr config = f.attr(AttrKey::kPrecisionConfig);
  if (!config) return {};
  size_t count = config.elements().size();
  if (count != 0 && count != 2) return fmt::format("precision_config has {} entries, not 2", count);
  for (Attr a : config.elements()) {
    std::string_view t = a.text();
    if (t != "DEFAULT" && t != "HIGH" && t != "HIGHEST" && t != "PACKED_NIBBLE") {
      return fmt::format("{} is no precision; DEFAULT, HIGH and HIGHEST are", t);
    }
  }
  return {};
}

InferredTypes finish_product(const OpFacts& f, ElementType otherwise, Ints dims, const ProductLabels& labels) {
  ElementType element = f.inferring || !is_tensor(f.results[0]) ? otherwise : f.results[0].element();
  RULE_REQUIRE(may_multiply(f.operands[0].element(), f.operands[1].element()), labels.element,
               "lhs is {}, rhs is {}: their element types differ", describe(f.operands[0]), describe(f.operands[1]));
  RULE_REQUIRE(may_accumulate_in(f.operands[0].element(), element), labels.element,
               "the product of {} cannot be of {}: complex and real numbers cannot be mixed", describe(f.operands[0]),
               mlir_spelling(element));
  auto type = with_dims(f.context, element, dims);
  RULE_REQUIRE(type, labels.shape, "the result is too large");
  return known(*type);
}

ElementType wider(Type a, Type b) {
  return bit_width(b.element()) > bit_width(a.element()) ? b.element() : a.element();
}

}  // namespace partita::core::ir::type_rules
