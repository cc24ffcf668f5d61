// What dot_general, its kin and convolution share: precisions, and the element type of a sum of products.
#pragma once

#include "ir/rules/helpers.h"

namespace partita::core::ir::type_rules {

// Empty where precision_config is as it should be.
std::string precision_problem(const OpFacts& f);

struct ProductLabels {
  std::string_view shape, element;
};
// The result of a product of operands 0 and 1, in the element type it has or, while inferring, in `otherwise`.
InferredTypes finish_product(const OpFacts& f, ElementType otherwise, Ints dims, const ProductLabels& labels);

ElementType wider(Type a, Type b);

}  // namespace partita::core::ir::type_rules
