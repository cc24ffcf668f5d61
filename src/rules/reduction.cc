// Reductions over dimensions, order, scans, and the statistics of batch normalisation.
//
//   reduce add 8x4 over 1                     a b, -> a                    reduce b
//   argmax: reduce (8x4, 8x4) over 1          a b, a b, , -> a, a          reduce b by the op's own region
//   sort 8x4 along 1                          a b -> a b                   b whole
//   batch_norm_training 8x6x6x3               a b c d, d, d -> a b c d, d, d      only sums cross: a, b, c whole
#include <algorithm>

#include "ir/views.h"
#include "rules/factor_rules.h"
#include "rules/rule_builder.h"

namespace partita::core::rules {
namespace {

std::vector<int> all_tensors(const RuleBuilder& make, const Op& op) {
  std::vector<int> tensors;
  for (int t = 0; t < make.result() + op.num_results(); ++t) tensors.push_back(t);
  return tensors;
}

}  // namespace

Rule rule_reduce(const Op& op, const RuleFacts& facts) {
  RuleBuilder make(op);
  int inputs = num_inputs(op);
  Ints reduced = op.ints_attr(AttrKey::kDimensions);
  std::optional<ReductionKind> kind = reduction_of(facts.combiner, make.type(0).element());
  int kept = 0;
  for (int d = 0; d < make.rank(0); ++d) {
    bool is_reduced = std::ranges::find(reduced, d) != reduced.end();
    int f = is_reduced ? make.reduce(make.size({0, d}), kind) : make.factor(make.size({0, d}));
    for (int i = 0; i < inputs; ++i) {
      make.put({i, d}, f);
      if (!is_reduced) make.put({make.result(i), kept}, f);
    }
    if (!is_reduced) ++kept;
  }
  if (facts.combiner == OpKind::kAdd && 2 * inputs <= 64) {
    if (facts.zero_init) make.linear(operand_bits(0, inputs));
    make.linear(operand_bits(0, 2 * inputs));
  }
  return make.finish();
}

Rule rule_sort(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  std::vector<int> tensors = all_tensors(make, op);
  int64_t sorted = op.int_attr(AttrKey::kDimension, -1);
  if (sorted < 0) sorted += make.rank(0);
  for (int d = 0; d < make.rank(0); ++d) make.share(tensors, d, d == sorted ? FactorKind::kWhole : FactorKind::kPass);
  return make.finish();
}

Rule rule_top_k(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  int last = make.rank(0) - 1;
  std::vector<int> tensors = all_tensors(make, op);
  for (int d = 0; d < last; ++d) make.share(tensors, d);
  make.share({{make.result(0), last}, {make.result(1), last}}, FactorKind::kWhole);
  return make.finish();
}

// Inputs lose the scanned dimension on their way into the body, outputs gain it on their way out, carries never have
// it, or have it with size 1. The other dimensions pass where the body works on each element of a slice alone.
Rule rule_scan(const Op& op, const RuleFacts& facts) {
  RuleBuilder make(op);
  auto scanned = static_cast<int>(op.int_attr(AttrKey::kDimension));
  int carries = op.int_attr(AttrKey::kNumCarries);
  int inputs = op.num_operands() - carries, outputs = op.num_results() - carries;
  auto is_carry = [&](int t) { return t < make.result() ? t >= inputs : t - make.result() >= outputs; };
  std::vector<int> scanning;
  int rank = 0;
  for (int t : all_tensors(make, op)) {
    if (is_carry(t)) continue;
    scanning.push_back(t);
    rank = std::max(rank, make.rank(t));
  }
  if (scanning.empty()) return make.finish();
  make.share(scanning, scanned, FactorKind::kWhole);
  for (int d = 0; facts.pointwise_body && d < rank; ++d) {
    if (d == scanned) continue;
    int f = -1;
    for (int t : all_tensors(make, op)) {
      // Where dimension d of the inputs is in this tensor. Scalars have it nowhere: they are spread over the slices.
      bool without = make.rank(t) == rank - 1 && is_carry(t);
      if (make.rank(t) != rank && !without) continue;
      int at = without && d > scanned ? d - 1 : d;
      if (f < 0) f = make.factor(make.size({t, at}));
      if (make.at(f).size == make.size({t, at})) make.put({t, at}, f);
    }
  }
  return make.finish();
}

// Every element of the output needs the statistics of its feature: over the other dimensions sums cross devices, of the
// size of the features alone.
Rule rule_batch_norm(const Op& op, const RuleFacts&) {
  RuleBuilder make(op);
  FactorKind statistics = op.is(OpKind::kBatchNormInference) ? FactorKind::kPass : FactorKind::kWhole;
  int64_t feature = op.int_attr(AttrKey::kFeatureIndex);
  for (int d = 0; d < make.rank(0); ++d) {
    int f = make.factor(make.size({0, d}), d == feature ? FactorKind::kPass : statistics);
    for (int t : all_tensors(make, op)) {
      if (make.rank(t) == make.rank(0) && make.rank(0) > 1) {
        make.put({t, d}, f);
      } else if (d == feature) {
        make.put({t, 0}, f);
      }
    }
  }
  return make.finish();
}

}  // namespace partita::core::rules
