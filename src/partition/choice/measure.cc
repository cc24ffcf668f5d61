#include "partition/choice/measure.h"

#include <algorithm>

namespace partita::core::partition {
namespace {

class Measure {
 public:
  Measure(const FoldedGraph& graph, const FoldedPlan& decided, ShardingPool& pool, const Pricing& pricing)
      : graph_(graph),
        decided_(decided),
        pool_(pool),
        pricing_(pricing),
        weights_(pricing.weights()),
        copies_(graph.nodes.size()) {}

  double moved(Type type, const Sharding* from, const Sharding* to) {
    if (from == nullptr || to == nullptr || from == to || from->is_maximal() || to->is_maximal()) return 0;
    return pricing_.reshard(type, from, to, pool_);
  }

  // A use of the node in this sharding. As in lowering, a copy is made once, from the nearest sharding that exists.
  double used(NodeId c, const Sharding* wanted, double times, bool live_across_loop = false, double pressure = 0,
              bool as_tensor = false) {
    const FoldedNode& node = graph_.nodes[c];
    if (node.is_copy || wanted == nullptr || wanted == decided_.shardings[c]) return 0;
    double least = moved(node.type, decided_.shardings[c], wanted);
    for (const Sharding* copy : copies_[c]) {
      if (copy == wanted) return 0;
      least = std::min(least, moved(node.type, copy, wanted));
    }
    copies_[c].push_back(wanted);
    const double more = std::max(0.0, bytes(c, *wanted) - bytes(c, *decided_.shardings[c]));
    if (weights_.held > 0) {
      if (node.has_shared_copy) pressure = std::max(pressure, node.pressure);
      // A part of what is there, wanted as a tensor of its own.
      if (as_tensor && least == 0) {
        least = pricing_.slice(bytes(c, *wanted));
        return node.count * (times * least + graph_.held_price * pressure * bytes(c, *wanted));
      }
      return node.count * (times * least + graph_.held_price * pressure * more);
    }
    if (live_across_loop) least += weights_.live_across_loop * more / times;
    return node.count * times * least;
  }

  // What storing the node takes.
  double held(NodeId c) const {
    const FoldedNode& node = graph_.nodes[c];
    if (node.pressure == 0) return 0;
    return graph_.held_price * node.count * node.pressure * held_bytes(node, *decided_.shardings[c]);
  }

 private:
  double bytes(NodeId c, const Sharding& sharding) const {
    return graph_.nodes[c].bytes / static_cast<double>(total_size(sharding.sharded_axes()));
  }

  const FoldedGraph& graph_;
  const FoldedPlan& decided_;
  ShardingPool& pool_;
  const Pricing& pricing_;
  const PriceWeights& weights_;
  std::vector<std::vector<const Sharding*>> copies_;  // by node: materialized shardings besides the storage sharding
};

}  // namespace

double measure(const FoldedGraph& graph, const FoldedPlan& decided, const LoweringCapabilities& capabilities,
               ShardingPool& pool, const Pricing& pricing) {
  Measure measure(graph, decided, pool, pricing);
  std::vector<FactorParts> parts;
  const std::vector<bool> live_across_loop = nodes_live_across_loops(graph);
  double sum = 0;
  for (NodeId c = 0; c < graph.nodes.size(); ++c) sum += measure.held(c);
  for (size_t l = 0; l < graph.edges.size(); ++l) {
    const FoldedEdge& edge = graph.edges[l];
    std::span<const NodeId> nodes = graph.nodes_of(edge);
    if (edge.is_manual_boundary) continue;
    if (!edge.is_computed) {
      for (NodeId from : nodes.first(edge.operands)) {
        NodeId to = nodes[edge.operands];
        if (from == kNoNode || to == kNoNode) continue;
        sum += measure.used(from, decided.shardings[to], times(graph.nodes[from], edge), live_across_loop[to],
                            live_across_loop[to] ? 1 : edge.pressure, true);
      }
      continue;
    }
    const Choice* choice = decided.choices[l];
    if (choice == nullptr) continue;
    parts.clear();
    double all = 1, kept_order = 0;
    for (size_t f = 0; f < choice->axes.size(); ++f) {
      if (choice->axes[f].empty()) continue;
      parts.push_back({static_cast<int>(f), static_cast<double>(total_size(choice->axes[f]))});
      all *= parts.back().parts;
    }
    for (const FactorParts& divided : parts) {
      kept_order += order_penalty(*edge.op, edge.rule->factors[static_cast<size_t>(divided.factor)], all);
    }
    const double once =
        kept_order + pricing.work(edge.op_work, parts) + pricing.exchange(capabilities, *edge.op, *edge.rule, *choice);
    sum += edge.count * edge.trip_count * once;
    for (size_t t = 0; t < nodes.size(); ++t) {
      const NodeId c = nodes[t];
      if (c == kNoNode) continue;
      if (t < edge.operands) {
        sum +=
            measure.used(c, choice->operands[t], times(graph.nodes[c], edge), is_live_across_loop(graph.nodes[c], edge),
                         pressure_of_copy(graph.nodes[c], edge), wants_own_tensor(graph.nodes[c], edge));
      } else {
        const Sharding* given = choice->results[t - edge.operands];
        sum += edge.count * edge.trip_count * measure.moved(graph.nodes[c].type, given, decided.shardings[c]);
      }
    }
  }
  return sum;
}

}  // namespace partita::core::partition
