#include "partition/choice/search_space.h"

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

SearchSpace::SearchSpace(const FoldedGraph& graph, const Assignment& assignment, size_t axis, const MeshPtr& mesh,
                         StrategySelector& selector, const LoweringCapabilities& capabilities)
    : graph_(graph), now_(assignment), axis_(axis), mesh_(mesh), selector_(selector), capabilities_(capabilities) {
  double total = 0;
  for (const FoldedEdge& edge : graph_.edges) total += edge.work * edge.count;
  guarded_work_ = total * kGuardedShare;
}

void SearchSpace::add_labels(NodeId c, std::vector<Label>& out) const {
  if (graph_.nodes[c].fixed) {
    out.push_back(now_.label(c, axis_));
  } else {
    add_free_labels(c, out);
  }
}

void SearchSpace::add_free_labels(NodeId c, std::vector<Label>& out) const {
  const FoldedNode& node = graph_.nodes[c];
  const Label now = now_.label(c, axis_);
  // Completion divides a stack along this axis: it stays divided, on whichever dimension.
  if (!node.is_stack || !overlaps(node.storage_sharding->sharded_axes(), now_.atoms()[axis_])) {
    out.push_back(kReplicated);
    if (node.may_be_unreduced) out.push_back(kUnreduced);
  }
  for (int d = 0; d < node.type.rank(); ++d) {
    const auto shards = static_cast<double>(now_.other_shards_of_dim(c, axis_, d)) * now_.axis_size(axis_);
    const auto size = static_cast<double>(node.type.dim(d));
    if ((size >= 2 && size >= 0.75 * shards) || now == d) out.push_back(static_cast<Label>(d));
  }
}

// Whether every tensor with the factor has such a sharding: no undivided factor above it in a dimension, sizes that
// divide, dimensions large enough.
bool SearchSpace::fits(size_t l, int factor) const {
  const FoldedEdge& edge = graph_.edges[l];
  const Rule& rule = *edge.rule;
  std::span<const NodeId> nodes = graph_.nodes_of(edge);
  const int64_t mine = now_.other_shards(l, axis_, factor) * now_.atoms()[axis_].size;
  const bool moves = capabilities_.moves_boundaries(*edge.op);
  for (int t = 0; t < rule.num_tensors() && t < std::ssize(nodes); ++t) {
    const TensorFactors& tensor = rule.tensor(t);
    for (size_t d = 0; d < tensor.size(); ++d) {
      auto at = std::find(tensor[d].begin(), tensor[d].end(), factor);
      if (at == tensor[d].end()) continue;
      if (nodes[t] != kNoNode) {
        int64_t size = graph_.nodes[nodes[t]].type.dim(d);
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

void SearchSpace::add_strategies(size_t l, std::vector<Strategy>& out) const {
  const FoldedEdge& edge = graph_.edges[l];
  const Rule& rule = *edge.rule;
  const Strategy now = now_.strategy(l, axis_);
  // By time the prices say what it takes to compute something everywhere; products stay divided all the same, since
  // what they would take there is more than a model of one step sees: power, and machines that others use.
  const bool guarded =
      now >= 0 && edge.work >= guarded_work_ && (!selector_.pricing().is_by_time() || edge.op_work.is_product);
  if (!guarded) {
    out.push_back(kUndivided);
    if ((!rule.per_value || edge.op->num_results() == 1) && gives_floats(*edge.op)) {
      for (size_t k = 0; k < rule.linear.size(); ++k) out.push_back(static_cast<Strategy>(kFlow - static_cast<int>(k)));
    }
  }
  for (size_t f = 0; f < rule.factors.size(); ++f) {
    auto factor = static_cast<int>(f);
    if (now == factor ||
        (fits(l, factor) && capabilities_.can_divide(*edge.op, rule, factor,
                                                     now_.other_shards(l, axis_, factor) * now_.atoms()[axis_].size))) {
      out.push_back(static_cast<Strategy>(f));
    }
  }
}

void SearchSpace::labels_under(const FoldedEdge& edge, int t, std::span<const Strategy> strategies,
                               std::vector<Label>& out) {
  const Rule& rule = *edge.rule;
  const bool result = t >= edge.operands;
  label_of_factor_.assign(rule.factors.size(), kReplicated);
  if (t < rule.num_tensors()) {
    const TensorFactors& tensor = rule.tensor(t);
    for (int d = std::ssize(tensor) - 1; d >= 0; --d) {
      for (int f : tensor[d]) label_of_factor_[f] = static_cast<Label>(d);
    }
  }
  out.clear();
  for (Strategy s : strategies) {
    if (s == kUndivided) {
      out.push_back(kReplicated);
    } else if (s <= kFlow) {
      out.push_back(result || (rule.linear[kFlow - s] >> t & 1) != 0 ? kUnreduced : kReplicated);
    } else if (label_of_factor_[s] >= 0) {
      out.push_back(label_of_factor_[s]);
    } else {
      const Factor& factor = rule.factors[s];
      const bool summed = result && factor.kind == FactorKind::kReduce && factor.reduction == ReductionKind::kSum;
      out.push_back(summed ? kUnreduced : kReplicated);
    }
  }
}

std::span<const FactorParts> SearchSpace::parts_under(size_t l, Strategy s) const {
  parts_.clear();
  for (size_t a = 0; a < now_.num_axes(); ++a) {
    const Strategy used = a == axis_ ? s : now_.strategy(l, a);
    if (used < 0) continue;
    auto known = std::find_if(parts_.begin(), parts_.end(), [&](const FactorParts& p) { return p.factor == used; });
    if (known == parts_.end()) known = parts_.insert(known, {used, 1});
    known->parts *= now_.axis_size(a);
  }
  return parts_;
}

double SearchSpace::strategy_cost(size_t l, Strategy s) const {
  const FoldedEdge& edge = graph_.edges[l];
  const double n = now_.axis_size(axis_);
  const Pricing& pricing = selector_.pricing();
  double cost = edge.trip_count * pricing.work(edge.op_work, parts_under(l, s));
  if (s < 0) return cost;
  const Factor& factor = edge.rule->factors[s];
  if (factor.kind == FactorKind::kReduce) {
    cost += edge.trip_count * order_penalty(*edge.op, factor, now_.other_parts(l, axis_) * n);
  }
  if (factor.kind == FactorKind::kReduce && factor.reduction != ReductionKind::kSum) {
    // The lowering pattern combines the parts at once: the result is not unreduced.
    for (NodeId c : graph_.nodes_of(edge).subspan(edge.operands)) {
      if (c == kNoNode) continue;
      const double bytes = now_.local_bytes(c, axis_);
      cost +=
          edge.trip_count * pricing.collectives().of(CollectiveKind::kAllReduce, bytes, n, {&now_.atoms()[axis_], 1});
    }
  }
  if (factor.kind == FactorKind::kWindow || factor.kind == FactorKind::kWhole) cost += exchange(l, s) * edge.trip_count;
  return cost;
}

double SearchSpace::exchange(size_t l, Strategy s) const {
  const FoldedEdge& edge = graph_.edges[l];
  FactorAxes axes(edge.rule->factors.size());
  for (size_t a = 0; a < now_.num_axes(); ++a) {
    Strategy used = a == axis_ ? s : now_.strategy(l, a);
    if (used >= 0) axes[used].push_back(now_.atoms()[a]);
  }
  const Choice* choice = selector_.make(*edge.op, axes, {}, mesh_, {});
  return choice == nullptr ? kForbidden : selector_.pricing().exchange(capabilities_, *edge.op, *edge.rule, *choice);
}

}  // namespace partita::core::partition
