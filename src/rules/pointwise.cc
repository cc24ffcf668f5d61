// Element by element: all tensors have the same factors, scalars among them none.
//
//   select(pred 8x4, 8x4, 8x4)          a b, a b, a b -> a b
//   clamp(scalar, 8x4, scalar)          , a b,  -> a b
#include "rules/factor_rules.h"
#include "rules/rule_builder.h"

namespace partita::core::rules {
namespace {

// Whether converting a sum is adding the converted parts: no rounding of what was exact, no wrapping that was not
// there.
bool is_linear_convert(ElementType from, ElementType to) {
  if (from == to) return true;
  if (is_integer(from) && is_integer(to)) return bit_width(to) <= bit_width(from);  // modulo 2^n
  auto is_real_or_complex = [](ElementType type) { return is_float(type) || is_complex(type); };
  if (!is_real_or_complex(from) || !is_real_or_complex(to) || (is_complex(from) && !is_complex(to))) return false;
  from = part_type(from);
  to = part_type(to);
  if (to == ElementType::kF64) return true;
  if (to == ElementType::kF32) return from != ElementType::kF64;
  return from == to;
}

void add_linear(RuleBuilder& make) {
  const Op& op = make.op();
  ElementType element = op.result()->type().element();
  switch (op.kind()) {
    case OpKind::kAdd:
    case OpKind::kSubtract:
    case OpKind::kComplex: make.linear(0b11); break;
    case OpKind::kNegate:
    case OpKind::kReal:
    case OpKind::kImag:
    case OpKind::kConj: make.linear(0b1); break;
    case OpKind::kConvert:
      if (is_linear_convert(op.operand(0)->type().element(), element)) make.linear(0b1);
      break;
    case OpKind::kMultiply:
      make.linear(0b01);
      make.linear(0b10);
      break;
    case OpKind::kDivide:
      if (is_float(element) || is_complex(element)) make.linear(0b01);
      break;
    case OpKind::kSelect: make.linear(0b110); break;
    default: break;
  }
}

}  // namespace

Rule rule_pointwise(const Op& op, const RuleFacts&) {
  RuleBuilder make(op, FlowClass::kFormatting);
  int rank = make.rank(make.result());
  std::vector<int> tensors;
  for (int t = 0; t <= make.result(); ++t) {
    if (make.rank(t) == rank) tensors.push_back(t);
  }
  for (int d = 0; d < rank; ++d) make.share(tensors, d);
  add_linear(make);
  return make.finish();
}

Rule rule_values_from_nothing(const Op& op, const RuleFacts&) {
  RuleBuilder make(op, FlowClass::kNone);
  for (int d = 0; d < make.rank(make.result()); ++d) make.share({{make.result(), d}});
  return make.finish();
}

// Every bit is a function of the state and of its place; the state is needed and advanced by all alike.
Rule rule_rng_bit_generator(const Op& op, const RuleFacts&) {
  RuleBuilder make(op, FlowClass::kNone);
  int bits = make.result(1);
  for (int d = 0; d < make.rank(bits); ++d) make.share({{bits, d}});
  return make.finish();
}

Rule rule_identity(const Op& op, const RuleFacts&) {
  RuleBuilder make(op, FlowClass::kFormatting);
  for (int i = 0; i < op.num_results(); ++i) {
    int to = make.result(i);
    if (i >= op.num_operands() || make.rank(i) != make.rank(to)) continue;
    for (int d = 0; d < make.rank(to); ++d) {
      if (make.size({i, d}) == make.size({to, d})) make.share({{i, d}, {to, d}});
    }
    make.linear(operand_bits(i, 1));
  }
  make.per_value();
  return make.finish();
}

}  // namespace partita::core::rules
