// Moving elements along a dimension.
//
//   slice 10x6 -> 4x6                                   a b -> a b          a is a window
//   slice 10x6 -> 1x6                                   a b -> 1 b          a is masked: its owner gives the row
//   dynamic_slice 10x6, i, j -> 4x6                     a b, , -> c b       a is masked, c whole
//   dynamic_update_slice 10x6, 4x6, i, j -> 10x6        a b, c b, , -> a b  each owner writes its rows; c is whole
#include "ir/views.h"
#include "rules/factor_rules.h"
#include "rules/rule_builder.h"

namespace partita::core::rules {

Rule rule_slice(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  int to = make.result();
  for (int d = 0; d < make.rank(to); ++d) {
    int64_t from_size = make.size({0, d}), to_size = make.size({to, d});
    if (from_size == to_size) {
      make.share({{0, d}, {to, d}});
    } else if (to_size == 1) {
      make.put({0, d}, make.masked(from_size, make.type(0).element()));
    } else {
      make.share({{0, d}, {to, d}}, FactorKind::kWindow);
    }
  }
  make.linear(0b1);
  return make.finish();
}

Rule rule_pad(const Op& op, const RuleFacts& facts) {
  RuleBuilder make(op);
  Ints low = op.ints_attr(AttrKey::kEdgePaddingLow), high = op.ints_attr(AttrKey::kEdgePaddingHigh);
  Ints interior = op.ints_attr(AttrKey::kInteriorPadding);
  for (size_t d = 0; d < low.size(); ++d) {
    auto dim = static_cast<int64_t>(d);
    bool same = low[d] == 0 && high[d] == 0 && (interior[d] == 0 || make.size({0, dim}) <= 1);
    make.share({{0, dim}, {make.result(), dim}}, same ? FactorKind::kPass : FactorKind::kWindow);
  }
  if (facts.zero_init) make.linear(0b01);
  make.linear(0b11);
  return make.finish();
}

Rule rule_reverse(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  std::vector<FactorKind> kinds(make.rank(0), FactorKind::kPass);
  for (int64_t d : op.ints_attr(AttrKey::kDimensions)) {
    if (make.size({0, d}) > 1) kinds[d] = FactorKind::kWindow;
  }
  for (int d = 0; d < make.rank(0); ++d) make.share({{0, d}, {make.result(), d}}, kinds[d]);
  make.linear(0b1);
  return make.finish();
}

Rule rule_concatenate(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  std::vector<int> tensors{make.result()};
  for (int t = 0; t < op.num_operands(); ++t) tensors.push_back(t);
  for (int d = 0; d < make.rank(make.result()); ++d) {
    bool joined = d == op.int_attr(AttrKey::kDimension) && op.num_operands() > 1;
    make.share(tensors, d, joined ? FactorKind::kWindow : FactorKind::kPass);
  }
  if (op.num_operands() <= 64) make.linear(operand_bits(0, op.num_operands()));
  return make.finish();
}

Rule rule_dynamic_slice(const Op& op, const RuleFacts&) {
  RuleBuilder make(op, FlowClass::kDynamicSlice);
  int to = make.result();
  for (int d = 0; d < make.rank(to); ++d) {
    if (make.size({0, d}) == make.size({to, d})) {
      make.share({{0, d}, {to, d}});
    } else {
      make.put({0, d}, make.masked(make.size({0, d}), make.type(0).element()));
    }
  }
  make.linear(0b1);
  return make.finish();
}

Rule rule_dynamic_update_slice(const Op& op, const RuleFacts&) {
  RuleBuilder make(op, FlowClass::kDynamicSlice);
  int to = make.result();
  for (int d = 0; d < make.rank(to); ++d) {
    int f = make.share({{0, d}, {to, d}});
    if (make.size({1, d}) == make.size({to, d})) make.put({1, d}, f);
  }
  make.linear(0b11);
  return make.finish();
}

// The size is known; no element is read.
Rule rule_get_dimension_size(const Op& op, const RuleFacts&) {
  RuleBuilder make(op, FlowClass::kNone);
  for (int d = 0; d < make.rank(0); ++d) make.share({{0, d}}, FactorKind::kPass, false);
  return make.finish();
}

Rule rule_set_dimension_size(const Op& op, const RuleFacts&) {
  RuleBuilder make(op, FlowClass::kFormatting);
  for (int d = 0; d < make.rank(0); ++d) {
    bool set = d == op.int_attr(AttrKey::kDimension);
    make.share({{0, d}, {make.result(), d}}, set ? FactorKind::kWhole : FactorKind::kPass);
  }
  return make.finish();
}

// The rows of a dimension are permuted.
Rule rule_shuffle(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  for (int d = 0; d < make.rank(0); ++d) {
    make.share({{0, d}, {make.result(), d}}, d == 0 ? FactorKind::kWhole : FactorKind::kPass);
  }
  return make.finish();
}

}  // namespace partita::core::rules
