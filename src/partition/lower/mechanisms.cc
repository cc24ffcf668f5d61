#include "partition/lower/mechanisms.h"

#include <array>

namespace partita {

bool divides_pass(const Op&, const Rule& rule, int factor, int64_t) {
  return rule.factors[static_cast<size_t>(factor)].kind == FactorKind::kPass;
}

bool divides_pass_and_reduce(const Op&, const Rule& rule, int factor, int64_t) {
  const Factor& f = rule.factors[static_cast<size_t>(factor)];
  return f.kind == FactorKind::kPass || (f.kind == FactorKind::kReduce && f.reduction.has_value());
}

namespace {

bool divides_nothing(const Op&, const Rule&, int, int64_t) { return false; }

bool has_factor(const TensorFactors& tensor, int factor) {
  for (const DimFactors& dim : tensor) {
    for (int f : dim) {
      if (f == factor) return true;
    }
  }
  return false;
}

// Pass factors that every tensor of the op but scalars has, so that the op itself needs no change.
bool divides_common(const Op& op, const Rule& rule, int factor, int64_t shards) {
  if (!divides_pass(op, rule, factor, shards)) return false;
  int updates = op.is(OpKind::kDynamicUpdateSlice) ? 1 : (op.num_operands() - 1) / 2 + 1;
  return has_factor(rule.tensor(updates), factor);
}

// Groups are counted by an attribute; the plain factors are not.
bool divides_ungrouped(const Op& op, const Rule& rule, int factor, int64_t shards) {
  if (op.int_attr(AttrKey::kFeatureGroupCount, 1) != 1 || op.int_attr(AttrKey::kBatchGroupCount, 1) != 1) {
    return false;
  }
  return divides_pass(op, rule, factor, shards);
}

using Table = std::array<Mechanism, kOpKindCount>;

Table make_table() {
  Table table;
  table.fill({.lower = lower_pass, .can_divide = divides_pass});
  auto set = [&](OpKind kind, Mechanism mechanism) { table[static_cast<size_t>(kind)] = mechanism; };
  set(OpKind::kDotGeneral, {.lower = lower_dot, .can_divide = divides_pass_and_reduce});
  set(OpKind::kReduce, {.lower = lower_reduce, .can_divide = divides_pass_and_reduce});
  set(OpKind::kDynamicUpdateSlice, {.lower = lower_pass, .can_divide = divides_common});
  set(OpKind::kScatter, {.lower = lower_pass, .can_divide = divides_common});
  set(OpKind::kConvolution, {.lower = lower_pass, .can_divide = divides_ungrouped});
  set(OpKind::kRngBitGenerator, {.lower = lower_pass, .can_divide = divides_nothing});
  set(OpKind::kRng, {.lower = lower_pass, .can_divide = divides_nothing});
  return table;
}

}  // namespace

const Mechanism& mechanism_of(OpKind kind) {
  static const Table table = make_table();
  return table[static_cast<size_t>(kind)];
}

}  // namespace partita
