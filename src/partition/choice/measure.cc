#include "partition/choice/measure.h"

#include <algorithm>

namespace partita::core::partition {
namespace {

class Measure {
 public:
  Measure(const FoldedGraph& graph, const FoldedPlan& decided, ShardingPool& pool, const PriceWeights& weights)
      : graph_(graph), decided_(decided), pool_(pool), weights_(weights), copies_(graph.nodes.size()) {}

  double moved(Type type, const Sharding* from, const Sharding* to) {
    if (from == nullptr || to == nullptr || from == to || from->is_maximal() || to->is_maximal()) return 0;
    return reshard_price(type, from, to, pool_, weights_);
  }

  // A use of the node in this sharding. As in lowering, a copy is made once, from the nearest sharding that exists.
  double used(NodeId c, const Sharding* wanted, double times, bool live_across_loop = false) {
    const FoldedNode& node = graph_.nodes[c];
    if (node.is_copy || wanted == nullptr || wanted == decided_.shardings[c]) return 0;
    double least = moved(node.type, decided_.shardings[c], wanted);
    for (const Sharding* copy : copies_[c]) {
      if (copy == wanted) return 0;
      least = std::min(least, moved(node.type, copy, wanted));
    }
    copies_[c].push_back(wanted);
    if (live_across_loop)
      least += weights_.live_across_loop * std::max(0.0, bytes(c, *wanted) - bytes(c, *decided_.shardings[c])) / times;
    return node.count * times * least;
  }

 private:
  double bytes(NodeId c, const Sharding& sharding) const {
    return graph_.nodes[c].bytes / static_cast<double>(total_size(sharding.sharded_axes()));
  }

  const FoldedGraph& graph_;
  const FoldedPlan& decided_;
  ShardingPool& pool_;
  const PriceWeights& weights_;
  std::vector<std::vector<const Sharding*>> copies_;  // by node: materialized shardings besides the storage sharding
};

}  // namespace

double measure(const FoldedGraph& graph, const FoldedPlan& decided, const LoweringCapabilities& capabilities,
               ShardingPool& pool, const PriceWeights& weights) {
  Measure measure(graph, decided, pool, weights);
  const std::vector<bool> live_across_loop = nodes_live_across_loops(graph);
  double sum = 0;
  for (size_t l = 0; l < graph.edges.size(); ++l) {
    const FoldedEdge& edge = graph.edges[l];
    std::span<const NodeId> nodes = graph.nodes_of(edge);
    if (edge.is_manual_boundary) continue;
    if (!edge.is_computed) {
      for (NodeId from : nodes.first(edge.operands)) {
        NodeId to = nodes[edge.operands];
        if (from == kNoNode || to == kNoNode) continue;
        sum += measure.used(from, decided.shardings[to], times(graph.nodes[from], edge), live_across_loop[to]);
      }
      continue;
    }
    const Choice* choice = decided.choices[l];
    if (choice == nullptr) continue;
    double parts = 1;
    for (const AxisRefs& axes : choice->axes) parts *= static_cast<double>(total_size(axes));
    sum += edge.count * edge.work * weights.operation / parts;
    sum += edge.count * edge.trip_count * weights.of(capabilities.exchange(*edge.op, *edge.rule, *choice, weights));
    for (size_t t = 0; t < nodes.size(); ++t) {
      const NodeId c = nodes[t];
      if (c == kNoNode) continue;
      if (t < edge.operands) {
        sum += measure.used(c, choice->operands[t], times(graph.nodes[c], edge),
                            is_live_across_loop(graph.nodes[c], edge));
      } else {
        const Sharding* given = choice->results[t - edge.operands];
        sum += edge.count * edge.trip_count * measure.moved(graph.nodes[c].type, given, decided.shardings[c]);
      }
    }
  }
  return sum;
}

}  // namespace partita::core::partition
