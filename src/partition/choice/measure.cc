#include "partition/choice/measure.h"

#include <algorithm>

namespace partita::core::partition {

PlanMeasure::PlanMeasure(const FoldedGraph& graph, const FoldedPlan& decided, const LoweringCapabilities& capabilities,
                         ShardingPool& pool, const Pricing& pricing)
    : graph_(graph),
      decided_(decided),
      capabilities_(capabilities),
      pool_(pool),
      pricing_(pricing),
      weights_(pricing.weights()),
      live_across_loop_(nodes_live_across_loops(graph)),
      copies_(graph.nodes.size()) {}

double PlanMeasure::moved(Type type, const Sharding* from, const Sharding* to) {
  if (from == nullptr || to == nullptr || from == to || from->is_maximal() || to->is_maximal()) return 0;
  return pricing_.reshard(type, from, to, pool_);
}

double PlanMeasure::used(NodeId c, const Sharding* wanted, double times, bool live_across_loop, double pressure,
                         bool as_tensor) {
  const FoldedNode& node = graph_.nodes[c];
  if (node.is_copy || wanted == nullptr || wanted == decided_.shardings[c]) return 0;
  double least = moved(node.type, decided_.shardings[c], wanted);
  for (const Sharding* copy : copies_[c]) {
    if (copy == wanted) return 0;
    least = std::min(least, moved(node.type, copy, wanted));
  }
  copies_[c].push_back(wanted);
  const double stored = node.is_fused && least > 0 ? 0 : bytes(c, *decided_.shardings[c]);
  const double more = std::max(0.0, bytes(c, *wanted) - stored);
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

double PlanMeasure::held(NodeId c) const {
  const FoldedNode& node = graph_.nodes[c];
  if (node.pressure == 0) return 0;
  return graph_.held_price * node.count * node.pressure * held_bytes(node, *decided_.shardings[c]);
}

double PlanMeasure::op(size_t l) {
  const FoldedEdge& edge = graph_.edges[l];
  const Choice* choice = decided_.choices[l];
  if (edge.is_manual_boundary || !edge.is_computed || choice == nullptr) return 0;
  parts_.clear();
  double all = 1, kept_order = 0;
  for (size_t f = 0; f < choice->axes.size(); ++f) {
    if (choice->axes[f].empty()) continue;
    parts_.push_back({static_cast<int>(f), static_cast<double>(total_size(choice->axes[f]))});
    all *= parts_.back().parts;
  }
  for (const FactorParts& divided : parts_) {
    kept_order += order_penalty(*edge.op, edge.rule->factors[static_cast<size_t>(divided.factor)], all);
  }
  const double once = kept_order + pricing_.work(edge.op_work, parts_) +
                      pricing_.exchange(capabilities_, *edge.op, *edge.rule, *choice);
  return edge.count * edge.trip_count * once;
}

double PlanMeasure::tensor(size_t l, int t) {
  const FoldedEdge& edge = graph_.edges[l];
  const std::span<const NodeId> nodes = graph_.nodes_of(edge);
  const NodeId c = nodes[static_cast<size_t>(t)];
  if (edge.is_manual_boundary || c == kNoNode) return 0;
  const FoldedNode& node = graph_.nodes[c];
  if (!edge.is_computed) {
    const NodeId to = nodes[edge.operands];
    if (t >= edge.operands || to == kNoNode) return 0;
    return used(c, decided_.shardings[to], times(node, edge), live_across_loop_[to],
                live_across_loop_[to] ? 1 : edge.pressure, true);
  }
  const Choice* choice = decided_.choices[l];
  if (choice == nullptr) return 0;
  if (t < edge.operands) {
    return used(c, choice->operands[t], times(node, edge), is_live_across_loop(node, edge),
                pressure_of_copy(node, edge), wants_own_tensor(node, edge));
  }
  const double sent = moved(node.type, choice->results[t - edge.operands], decided_.shardings[c]);
  const double held = node.is_fused && sent > 0 ? node.pressure * bytes(c, *decided_.shardings[c]) : 0;
  return edge.count * (edge.trip_count * sent + graph_.held_price * held);
}

double measure(const FoldedGraph& graph, const FoldedPlan& decided, const LoweringCapabilities& capabilities,
               ShardingPool& pool, const Pricing& pricing) {
  PlanMeasure measure(graph, decided, capabilities, pool, pricing);
  double sum = 0;
  for (NodeId c = 0; c < graph.nodes.size(); ++c) sum += measure.held(c);
  for (size_t l = 0; l < graph.edges.size(); ++l) {
    sum += measure.op(l);
    const int tensors = graph.edges[l].operands + graph.edges[l].results;
    for (int t = 0; t < tensors; ++t) sum += measure.tensor(l, t);
  }
  return sum;
}

}  // namespace partita::core::partition
