// What is being decided: for each axis a label for every value and a strategy for every op.
#pragma once

#include <vector>

#include "partition/choice/folded_graph.h"
#include "partition/choice/labels.h"
#include "partition/choice/strategy_selector.h"

namespace partita::core::partition {

// Shardings by node and choices by edge of a folded graph; choices are null for edges that are not computed.
struct FoldedPlan {
  std::vector<const Sharding*> shardings;
  std::vector<const Choice*> choices;
};

class Assignment {
 public:
  // The labels and strategies that `start` amounts to.
  Assignment(const FoldedGraph& graph, AxisRefs atoms, const FoldedPlan& start);

  const AxisRefs& atoms() const { return atoms_; }
  size_t num_axes() const { return atoms_.size(); }
  double axis_size(size_t axis) const { return sizes_[axis]; }

  Label label(NodeId c, size_t axis) const { return labels_[c * atoms_.size() + axis]; }
  void set_label(NodeId c, size_t axis, Label label) { labels_[c * atoms_.size() + axis] = label; }
  Strategy strategy(size_t edge, size_t axis) const { return strategies_[edge * atoms_.size() + axis]; }
  void set_strategy(size_t edge, size_t axis, Strategy s) { strategies_[edge * atoms_.size() + axis] = s; }

  // Bytes a device holds of the value with this axis gathered.
  double local_bytes(NodeId c, size_t axis) const;
  // What a copy of it takes on a device, this axis having the label.
  double stored_bytes(NodeId c, size_t axis, Label label) const;
  // In how many parts the other axes divide a dimension, a factor, and all that an op does.
  int64_t other_shards_of_dim(NodeId c, size_t axis, int dim) const;
  int64_t other_shards(size_t edge, size_t axis, int factor) const;
  double other_parts(size_t edge, size_t axis) const;

  // Whether two axes are on one dimension or factor anywhere: otherwise their order does not matter.
  bool shares_dimensions() const;

  // This assignment as shardings and choices, the atoms in this order, major to minor, wherever they share a dimension;
  // fixed values keep their shardings of `start`.
  FoldedPlan decided(const FoldedPlan& start, const AxisRefs& order, const MeshPtr& mesh, StrategySelector& selector,
                     ShardingPool& pool) const;

 private:
  const FoldedGraph& graph_;
  AxisRefs atoms_;
  std::vector<double> sizes_;         // of the atoms
  std::vector<Label> labels_;         // by node and atom
  std::vector<Strategy> strategies_;  // by edge and atom
};

}  // namespace partita::core::partition
