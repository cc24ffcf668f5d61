#include "facts.h"

#include <algorithm>
#include <cmath>

#include "ir/numeric/float_formats.h"

namespace partita::core::fuzz {

double epsilon_of(ElementType type) {
  if (!is_float(type) && !is_complex(type)) return 0;
  return std::ldexp(1.0, -float_format(part_type(type)).mantissa_bits);
}

double exact_limit(ElementType type) {
  if (double epsilon = epsilon_of(type); epsilon > 0) return 2 / epsilon;
  bool is_signed = element_class(type) == ElementClass::kSigned;
  return std::ldexp(1.0, bit_width(type) - (is_signed ? 1 : 0));
}

Facts rounded(Facts facts, ElementType type, double terms) {
  const double epsilon = epsilon_of(type);
  if (epsilon == 0) return {std::min(facts.max, exact_limit(type)), 0, true};  // integers wrap the same in any order
  const bool exact = facts.integral && facts.max <= exact_limit(type);
  if (exact && facts.same_bits()) return facts;
  facts.integral = false;
  if (terms > 1 || !facts.same_bits()) facts.error += (terms + 1) * epsilon * facts.max;
  return facts;
}

bool usable(const Facts& facts, ElementType type) {
  if (epsilon_of(type) == 0) return true;
  return facts.max <= 1e6 && facts.error <= 0.02 * std::max(1.0, std::min(facts.max, 10.0));
}

Facts computed(Facts facts, ElementType type, Functions functions) {
  if (functions == Functions::kNear) facts.error += 4 * epsilon_of(type) * facts.max;
  return facts;
}

Facts either(const Facts& a, const Facts& b) {
  return {std::max(a.max, b.max), std::max(a.error, b.error), a.integral && b.integral};
}

Facts sum_of(const Facts& a, const Facts& b, ElementType type) {
  return rounded({a.max + b.max, a.error + b.error, a.integral && b.integral}, type);
}

Facts product_of(const Facts& a, const Facts& b, ElementType type, double terms) {
  // A product of complex numbers is a sum of two.
  if (is_complex(type)) terms *= 2;
  const double error = a.error * b.max + b.error * a.max + a.error * b.error;
  const bool integral = a.integral && b.integral;
  return rounded({a.max * b.max * terms, error * terms, integral}, type, integral ? terms : terms + kParts);
}

Facts quotient_of(const Facts& a, const Facts& b, ElementType type) {
  return rounded({a.max, a.error + b.error * a.max, false}, type, kParts);
}

}  // namespace partita::core::fuzz
