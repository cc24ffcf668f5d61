// What one axis could do to each value and op, the other axes as they are, and what that costs by itself.
#pragma once

#include <vector>

#include "partition/choice/assignment.h"

namespace partita::core::partition {

class SearchSpace {
 public:
  SearchSpace(const FoldedGraph& graph, const Assignment& assignment, size_t axis, const MeshPtr& mesh,
              StrategySelector& selector, const LoweringCapabilities& capabilities);

  // Appends. A value that is fixed has the one label it has; `add_free_labels` is for a form of it.
  void add_labels(NodeId c, std::vector<Label>& out) const;
  void add_free_labels(NodeId c, std::vector<Label>& out) const;
  void add_strategies(size_t l, std::vector<Strategy>& out) const;

  // What tensor t of the edge (operands, then results) is while it is computed: required or given.
  Label label_under(const FoldedEdge& edge, int t, Strategy s) const;

  // Of one trip of each that the edge stands for: computing, and what is exchanged meanwhile.
  double strategy_cost(size_t l, Strategy s) const;

 private:
  bool fits(size_t l, int factor) const;
  double exchange(size_t l, Strategy s) const;

  const FoldedGraph& graph_;
  const Assignment& now_;
  const size_t axis_;
  const MeshPtr& mesh_;
  StrategySelector& selector_;
  const LoweringCapabilities& capabilities_;
  double guarded_work_ = 0;
};

}  // namespace partita::core::partition
