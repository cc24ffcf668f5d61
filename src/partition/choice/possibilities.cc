#include "partition/choice/possibilities.h"

#include <algorithm>

namespace partita::core::partition {
namespace {

constexpr double kForbidden = 1e30;
// Ops with less than this share of the program's work are not worth keeping divided at any price.
constexpr double kGuardedShare = 0.002;

bool gives_floats(const Op& op) {
  for (int i = 0; i < op.num_results(); ++i) {
    Type type = op.result(i)->type();
    if (!type.is_tensor() || !(is_float(type.element()) || is_complex(type.element()))) return false;
  }
  return op.num_results() > 0;
}

}  // namespace

Possibilities::Possibilities(const FoldedGraph& graph, const Assignment& assignment, size_t axis, const MeshPtr& mesh,
                             Chooser& chooser, const Abilities& abilities)
    : graph_(graph), now_(assignment), axis_(axis), mesh_(mesh), chooser_(chooser), abilities_(abilities) {
  double total = 0;
  for (const FoldedLink& link : graph_.links) total += link.work * link.count;
  guarded_work_ = total * kGuardedShare;
}

void Possibilities::add_labels(CellId c, std::vector<Label>& out) const {
  if (graph_.cells[c].fixed) {
    out.push_back(now_.label(c, axis_));
  } else {
    add_free_labels(c, out);
  }
}

void Possibilities::add_free_labels(CellId c, std::vector<Label>& out) const {
  const FoldedCell& cell = graph_.cells[c];
  const Label now = now_.label(c, axis_);
  // Completion divides a stack along this axis: it stays divided, on whichever dimension.
  if (!cell.is_stack || !overlaps(cell.stored->sharded_axes(), now_.atoms()[axis_])) {
    out.push_back(kWhole);
    if (cell.may_be_pending) out.push_back(kUnreduced);
  }
  for (int d = 0; d < cell.type.rank(); ++d) {
    const auto shards = static_cast<double>(now_.other_shards_of_dim(c, axis_, d)) * now_.axis_size(axis_);
    const auto size = static_cast<double>(cell.type.dim(d));
    if ((size >= 2 && size >= 0.75 * shards) || now == d) out.push_back(static_cast<Label>(d));
  }
}

// Whether every tensor with the factor can say so: nothing left undivided above it in a dimension, sizes that divide,
// dimensions large enough.
bool Possibilities::fits(size_t l, int factor) const {
  const FoldedLink& link = graph_.links[l];
  const Rule& rule = *link.rule;
  std::span<const CellId> cells = graph_.cells_of(link);
  const int64_t mine = now_.other_shards(l, axis_, factor) * now_.atoms()[axis_].size;
  const bool moves = abilities_.moves_boundaries(*link.op);
  for (int t = 0; t < rule.num_tensors() && t < std::ssize(cells); ++t) {
    const TensorFactors& tensor = rule.tensor(t);
    for (size_t d = 0; d < tensor.size(); ++d) {
      auto at = std::find(tensor[d].begin(), tensor[d].end(), factor);
      if (at == tensor[d].end()) continue;
      if (cells[t] != kNoCell) {
        int64_t size = graph_.cells[cells[t]].type.dim(d);
        if (size < 2 || 4 * size < 3 * mine) return false;
      }
      if (tensor[d].size() == 1) continue;
      const int64_t size = rule.factors[factor].size;
      if (size % mine != 0 && !(moves && at == tensor[d].begin())) return false;
      for (auto f = tensor[d].begin(); f != at; ++f) {
        if (now_.other_shards(l, axis_, *f) != rule.factors[*f].size) return false;
      }
      for (auto f = at + 1; f != tensor[d].end(); ++f) {
        if (now_.other_shards(l, axis_, *f) > 1 && mine != size) return false;
      }
    }
  }
  return true;
}

void Possibilities::add_strategies(size_t l, std::vector<Strategy>& out) const {
  const FoldedLink& link = graph_.links[l];
  const Rule& rule = *link.rule;
  const Strategy now = now_.strategy(l, axis_);
  const bool guarded = now >= 0 && link.work >= guarded_work_;
  if (!guarded) {
    out.push_back(kUndivided);
    if ((!rule.per_value || link.op->num_results() == 1) && gives_floats(*link.op)) {
      for (size_t k = 0; k < rule.linear.size(); ++k) out.push_back(static_cast<Strategy>(kFlow - static_cast<int>(k)));
    }
  }
  for (size_t f = 0; f < rule.factors.size(); ++f) {
    auto factor = static_cast<int>(f);
    if (now == factor ||
        (fits(l, factor) && abilities_.can_divide(*link.op, rule, factor,
                                                  now_.other_shards(l, axis_, factor) * now_.atoms()[axis_].size))) {
      out.push_back(static_cast<Strategy>(f));
    }
  }
}

Label Possibilities::label_under(const FoldedLink& link, int t, Strategy s) const {
  const Rule& rule = *link.rule;
  const bool result = t >= link.operands;
  if (s == kUndivided) return kWhole;
  if (s <= kFlow) {
    if (result) return kUnreduced;
    return (rule.linear[kFlow - s] >> t & 1) != 0 ? kUnreduced : kWhole;
  }
  if (t < rule.num_tensors()) {
    const TensorFactors& tensor = rule.tensor(t);
    for (size_t d = 0; d < tensor.size(); ++d) {
      if (std::find(tensor[d].begin(), tensor[d].end(), s) != tensor[d].end()) return static_cast<Label>(d);
    }
  }
  const Factor& factor = rule.factors[s];
  return result && factor.kind == FactorKind::kReduce && factor.reduction == ReductionKind::kSum ? kUnreduced : kWhole;
}

double Possibilities::strategy_cost(size_t l, Strategy s) const {
  const FoldedLink& link = graph_.links[l];
  const double n = now_.axis_size(axis_);
  const PriceWeights& weights = chooser_.weights();
  double cost = link.work * weights.operation / (now_.other_parts(l, axis_) * (s >= 0 ? n : 1));
  if (s < 0) return cost;
  const Factor& factor = link.rule->factors[s];
  if (factor.kind == FactorKind::kReduce && factor.reduction != ReductionKind::kSum) {
    // Combined at once: no pending state is kept for it.
    for (CellId c : graph_.cells_of(link).subspan(link.operands)) {
      if (c == kNoCell) continue;
      const double bytes = now_.local_bytes(c, axis_);
      cost += link.trips * weights.of(collective_price(CollectiveKind::kAllReduce, bytes, n));
    }
  }
  if (factor.kind == FactorKind::kWindow || factor.kind == FactorKind::kWhole) cost += exchange(l, s) * link.trips;
  return cost;
}

double Possibilities::exchange(size_t l, Strategy s) const {
  const FoldedLink& link = graph_.links[l];
  FactorAxes axes(link.rule->factors.size());
  for (size_t a = 0; a < now_.num_axes(); ++a) {
    Strategy used = a == axis_ ? s : now_.strategy(l, a);
    if (used >= 0) axes[used].push_back(now_.atoms()[a]);
  }
  const Choice* choice = chooser_.make(*link.op, axes, {}, mesh_, {});
  const PriceWeights& weights = chooser_.weights();
  return choice == nullptr ? kForbidden : weights.of(abilities_.exchange(*link.op, *link.rule, *choice, weights));
}

}  // namespace partita::core::partition
