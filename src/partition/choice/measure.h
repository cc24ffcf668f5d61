// The estimated cost of shardings and choices over all trips. It counts all axes together, where AxisProblem sees one.
#pragma once

#include "partition/choice/assignment.h"

namespace partita::core::partition {

double measure(const FoldedGraph& graph, const FoldedPlan& decided, const LoweringCapabilities& capabilities,
               ShardingPool& pool, const Pricing& pricing);

// The parts of it. Graph and plan may change between calls.
class PlanMeasure {
 public:
  PlanMeasure(const FoldedGraph& graph, const FoldedPlan& decided, const LoweringCapabilities& capabilities,
              ShardingPool& pool, const Pricing& pricing);

  // Of an op that is computed: its local work, and what the lowering pattern exchanges.
  double op(size_t l);
  // What bringing operand t of an edge to where it is wanted takes, or result t of an op to where it is stored. As in
  // lowering, a copy in another sharding is made once, by the first use: uses are asked for in the order of the
  // program.
  double tensor(size_t l, int t);
  // What storing the node takes.
  double held(NodeId c) const;
  // The copies of the node are made anew.
  void forget_copies(NodeId c) { copies_[c].clear(); }

 private:
  double moved(Type type, const Sharding* from, const Sharding* to);
  double used(NodeId c, const Sharding* wanted, double times, bool live_across_loop, double pressure, bool as_tensor);
  double bytes(NodeId c, const Sharding& sharding) const { return stored_bytes(graph_.nodes[c], sharding); }

  const FoldedGraph& graph_;
  const FoldedPlan& decided_;
  const LoweringCapabilities& capabilities_;
  ShardingPool& pool_;
  const Pricing& pricing_;
  const PriceWeights& weights_;
  const std::vector<bool> live_across_loop_;          // by node
  std::vector<std::vector<const Sharding*>> copies_;  // by node: materialized shardings besides the storage sharding
  std::vector<FactorParts> parts_;                    // scratch
};

}  // namespace partita::core::partition
