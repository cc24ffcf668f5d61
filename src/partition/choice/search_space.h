// The labels and strategies that one axis may have on each value and op, the other axes being fixed, and the cost of
// each strategy by itself.
#pragma once

#include <span>
#include <vector>

#include "partition/choice/assignment.h"

namespace partita::core::partition {

class SearchSpace {
 public:
  SearchSpace(const FoldedGraph& graph, const Assignment& assignment, size_t axis, const MeshPtr& mesh,
              StrategySelector& selector, const LoweringCapabilities& capabilities);

  // Append to `out`. A fixed value has its one label; `add_free_labels` is for the shared copy of it.
  void add_labels(NodeId c, std::vector<Label>& out) const;
  void add_free_labels(NodeId c, std::vector<Label>& out) const;
  void add_strategies(size_t l, std::vector<Strategy>& out) const;

  // The labels of tensor t of the edge (operands, then results) under the strategies: required of an operand, given by
  // a result.
  void labels_under(const FoldedEdge& edge, int t, std::span<const Strategy> strategies, std::vector<Label>& out);

  // Of one trip, summed over all the edge represents: the computation, and what the lowering pattern exchanges.
  double strategy_cost(size_t l, Strategy s) const;

 private:
  bool fits(size_t l, int factor) const;
  double exchange(size_t l, Strategy s) const;
  // How the factors of the edge are divided, this axis taking the strategy; valid until the next call.
  std::span<const FactorParts> parts_under(size_t l, Strategy s) const;

  const FoldedGraph& graph_;
  const Assignment& now_;
  const size_t axis_;
  const MeshPtr& mesh_;
  StrategySelector& selector_;
  const LoweringCapabilities& capabilities_;
  double guarded_work_ = 0;
  mutable std::vector<FactorParts> parts_;
  std::vector<Label> label_of_factor_;  // of the tensor that is looked at
};

}  // namespace partita::core::partition
