// Collectives of manual code, seen by the axes that are not manual there: what they do to dimensions of the local
// tensors.
//
//   all_gather 4x8 -> 16x8 along 0             a b -> c b                  a, c whole: parts of others come between
//   all_to_all 4x8 -> 2x16, split 0            a b -> c d                  all whole
#include "rules/factor_rules.h"
#include "rules/rule_builder.h"

namespace partita::core::rules {
namespace {

// Result i is made of operand i; dimensions pass but for these two.
RuleBuilder pairwise(const Op& op, int64_t first = -1, int64_t second = -1) {
  RuleBuilder make(op, FlowClass::kFormatting);
  for (int i = 0; i < op.num_results() && i < op.num_operands(); ++i) {
    int to = make.result(i);
    for (int d = 0; d < make.rank(to) && make.rank(i) == make.rank(to); ++d) {
      bool moved = d == first || d == second;
      if (make.size({i, d}) != make.size({to, d})) continue;
      make.share({{i, d}, {to, d}}, moved ? FactorKind::kWhole : FactorKind::kPass, !moved);
    }
    make.linear(operand_bits(i, 1));
  }
  make.per_value();
  return make;
}

}  // namespace

Rule rule_collective_pointwise(const Op& op, const RuleFacts& facts) {
  Rule rule = pairwise(op).finish();
  bool reduces = op.is(OpKind::kAllReduce) || op.is(OpKind::kCollectiveReduce);
  if (reduces && facts.combiner != OpKind::kAdd) rule.linear.clear();
  return rule;
}

Rule rule_all_gather(const Op& op, const RuleFacts&) {
  return pairwise(op, op.int_attr(AttrKey::kAllGatherDim)).finish();
}

Rule rule_all_to_all(const Op& op, const RuleFacts&) {
  return pairwise(op, op.int_attr(AttrKey::kSplitDimension), op.int_attr(AttrKey::kConcatDimension)).finish();
}

Rule rule_reduce_scatter(const Op& op, const RuleFacts& facts) {
  Rule rule = pairwise(op, op.int_attr(AttrKey::kScatterDimension)).finish();
  if (facts.combiner != OpKind::kAdd) rule.linear.clear();
  return rule;
}

// operand, output, and four vectors of row offsets and sizes -> output with rows replaced.
Rule rule_ragged_all_to_all(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  int to = make.result();
  for (int d = 0; d < make.rank(to); ++d) {
    int f = make.share({{1, d}, {to, d}}, d == 0 ? FactorKind::kWhole : FactorKind::kPass, d != 0);
    if (d > 0 && d < make.rank(0) && make.size({0, d}) == make.size({to, d})) make.put({0, d}, f);
  }
  return make.finish();
}

}  // namespace partita::core::rules
