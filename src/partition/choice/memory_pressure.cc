#include "partition/choice/memory_pressure.h"

#include <algorithm>
#include <bit>

namespace partita::core::partition {
namespace {

// The largest entry of any range of a list, in constant time each.
class RangeMaximum {
 public:
  explicit RangeMaximum(std::vector<double> values) {
    levels_.push_back(std::move(values));
    for (size_t width = 1; 2 * width <= levels_[0].size(); width *= 2) {
      const std::vector<double>& below = levels_.back();
      std::vector<double> level(levels_[0].size() - 2 * width + 1);
      for (size_t i = 0; i < level.size(); ++i) level[i] = std::max(below[i], below[i + width]);
      levels_.push_back(std::move(level));
    }
  }
  double of(size_t first, size_t last) const {  // both included
    const auto level = static_cast<size_t>(std::bit_width(last - first + 1) - 1);
    return std::max(levels_[level][first], levels_[level][last + 1 - (size_t{1} << level)]);
  }

 private:
  std::vector<std::vector<double>> levels_;  // of ranges of 1, 2, 4, …
};

// By edge: the next one that runs less often, behind the loop.
std::vector<size_t> behind_loops(const FlowGraph& graph) {
  std::vector<size_t> out(graph.edges.size());
  for (size_t l = graph.edges.size(); l-- > 0;) {
    size_t next = l + 1;
    while (next < graph.edges.size() && graph.edges[next].trip_count >= graph.edges[l].trip_count) next = out[next];
    out[l] = next;
  }
  return out;
}

double cube(double x) { return x * x * x; }

// Bytes that are held between edges, both included, added up.
class LiveBytes {
 public:
  explicit LiveBytes(const FlowGraph& graph)
      : graph_(graph), behind_(behind_loops(graph)), change_(graph.edges.size() + 1, 0) {}

  struct Life {
    size_t first = 0, last = 0;
  };
  // Of a value with these uses that is made where loops run `trip_count` times: what a loop reads stays until it ends.
  Life life(size_t first, size_t last, double trip_count) const {
    const size_t end = graph_.edges.size() - 1;
    while (last < end && graph_.edges[last].trip_count > trip_count) last = std::min(behind_[last], end);
    return {first, last};
  }
  void add(const Life& life, double bytes) {
    change_[life.first] += bytes;
    change_[life.last + 1] -= bytes;
  }
  std::vector<double> by_edge() const {
    std::vector<double> out(graph_.edges.size());
    double now = 0;
    for (size_t l = 0; l < out.size(); ++l) out[l] = now += change_[l];
    return out;
  }

 private:
  const FlowGraph& graph_;
  std::vector<size_t> behind_;
  std::vector<double> change_;
};

LiveBytes::Life life_of(const FlowGraph& graph, const LiveBytes& live, NodeId c) {
  const std::span<const uint32_t> edges = graph.edges_of(c);
  const auto [first, last] = std::minmax_element(edges.begin(), edges.end());
  return live.life(*first, *last, graph.nodes[c].trip_count);
}

}  // namespace

MemoryPressure memory_pressure(const FlowGraph& graph, std::span<const double> held) {
  MemoryPressure out;
  out.at_node.assign(graph.nodes.size(), 0);
  out.at_edge.assign(graph.edges.size(), 0);
  LiveBytes live(graph);
  std::vector<LiveBytes::Life> lives(graph.nodes.size());
  for (NodeId c = 0; c < graph.nodes.size(); ++c) {
    if (graph.edges_of(c).empty()) continue;
    lives[c] = life_of(graph, live, c);
    live.add(lives[c], held[c]);
  }
  const std::vector<double> by_edge = live.by_edge();
  const double peak = by_edge.empty() ? 0 : *std::max_element(by_edge.begin(), by_edge.end());
  if (peak <= 0) return out;
  const RangeMaximum most(by_edge);
  for (NodeId c = 0; c < graph.nodes.size(); ++c) {
    if (!graph.edges_of(c).empty()) out.at_node[c] = cube(most.of(lives[c].first, lives[c].last) / peak);
  }
  for (size_t l = 0; l < by_edge.size(); ++l) out.at_edge[l] = cube(by_edge[l] / peak);
  return out;
}

double peak_of(const FlowGraph& graph, std::span<const double> held, std::span<const HeldCopy> copies) {
  LiveBytes live(graph);
  double always = 0;
  for (NodeId c = 0; c < graph.nodes.size(); ++c) {
    const ValueNode& node = graph.nodes[c];
    if (node.value == nullptr || (node.value->is_argument() && node.value->region()->parent_op() == nullptr)) {
      always += held[c];
    } else if (!graph.edges_of(c).empty()) {
      live.add(life_of(graph, live, c), held[c]);
    }
  }
  for (const HeldCopy& copy : copies) live.add(live.life(copy.first, copy.last, copy.trip_count), copy.bytes);
  const std::vector<double> by_edge = live.by_edge();
  return always + (by_edge.empty() ? 0 : *std::max_element(by_edge.begin(), by_edge.end()));
}

}  // namespace partita::core::partition
