// A variable for every value and for every op, and a table of reshard prices where an op takes or gives a value:
//
//   %a --[reshard]-- add --[reshard]-- %c          %a: replicated, unreduced, dim 0 …
//   %b --[reshard]---'                             add: undivided, flow, factor 0 …
#include "partition/choice/axis_problem.h"

#include <algorithm>

#include "partition/choice/pairwise.h"

namespace partita::core::partition {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

// Entry of a list for each label of a node.
struct Range {
  int variable = -1;
  uint32_t first = 0, size = 0;
};

class AxisProblem {
 public:
  AxisProblem(const FoldedGraph& graph, Assignment& assignment, size_t axis, const MeshPtr& mesh,
              StrategySelector& selector, const LoweringCapabilities& capabilities)
      : graph_(graph),
        now_(assignment),
        axis_(axis),
        n_(assignment.axis_size(axis)),
        pricing_(selector.pricing()),
        weights_(selector.pricing().weights()),
        possible_(graph, assignment, axis, mesh, selector, capabilities),
        node_ranges_(graph.nodes.size()),
        copy_ranges_(graph.nodes.size()),
        op_ranges_(graph.edges.size()),
        bytes_(graph.nodes.size(), 0),
        live_across_loop_(nodes_live_across_loops(graph)) {}

  bool solve() {
    constexpr size_t kUsualTable = 16;  // labels of a value times strategies of an op
    problem_.reserve(graph_.nodes.size() + graph_.edges.size(), graph_.tensors.size(), kUsualTable);
    for (NodeId c = 0; c < graph_.nodes.size(); ++c) {
      if (!graph_.nodes[c].is_copy && graph_.nodes[c].is_connected) add_node(c);
    }
    for (size_t l = 0; l < graph_.edges.size(); ++l) {
      const FoldedEdge& edge = graph_.edges[l];
      if (edge.is_manual_boundary && edge.hidden != nullptr && overlaps(*edge.hidden, now_.atoms()[axis_])) continue;
      if (edge.is_computed) {
        add_op(l);
      } else {
        add_edge(edge);
      }
    }
    const std::vector<int> best = problem_.minimise(start_);
    if (best == start_) return false;
    for (NodeId c = 0; c < graph_.nodes.size(); ++c) {
      if (node_ranges_[c].variable >= 0) now_.set_label(c, axis_, labels_[taken(node_ranges_[c], best)]);
    }
    for (size_t l = 0; l < graph_.edges.size(); ++l) {
      if (op_ranges_[l].variable >= 0) now_.set_strategy(l, axis_, strategies_[taken(op_ranges_[l], best)]);
    }
    return true;
  }

 private:
  static size_t taken(const Range& range, const std::vector<int>& best) {
    return range.first + static_cast<size_t>(best[static_cast<size_t>(range.variable)]);
  }

  std::span<const Label> labels(const Range& range) const {
    return std::span<const Label>(labels_).subspan(range.first, range.size);
  }
  // What uses read: the shared copy where there is one.
  const Range& read(NodeId c) const { return copy_ranges_[c].variable >= 0 ? copy_ranges_[c] : node_ranges_[c]; }

  void add_node(Range& range, uint32_t now) {
    range.variable = problem_.add_node(costs_);
    start_.push_back(static_cast<int>(now == kNone ? 0 : now));
  }

  void add_node(NodeId c) {
    const FoldedNode& node = graph_.nodes[c];
    const Label label = now_.label(c, axis_);
    bytes_[c] = now_.local_bytes(c, axis_);
    Range& range = node_ranges_[c];
    range.first = static_cast<uint32_t>(labels_.size());
    possible_.add_labels(c, labels_);
    range.size = static_cast<uint32_t>(labels_.size()) - range.first;
    const double held = node.is_fused ? 0 : graph_.held_price * node.pressure;
    const double price = node.count * (weights_.held > 0 ? held : weights_.stored * node.trip_count);
    costs_.clear();
    uint32_t now = kNone;
    for (uint32_t i = 0; i < range.size; ++i) {
      costs_.push_back(price * stored_bytes(c, labels_[range.first + i]));
      if (labels_[range.first + i] == label) now = i;
    }
    add_node(range, now);
    if (!node.has_shared_copy) return;
    Range& copy = copy_ranges_[c];
    copy.first = static_cast<uint32_t>(labels_.size());
    possible_.add_free_labels(c, labels_);
    copy.size = static_cast<uint32_t>(labels_.size()) - copy.first;
    costs_.clear();
    const double of_copy = node.count * graph_.held_price * node.pressure;
    for (uint32_t i = 0; i < copy.size; ++i) costs_.push_back(of_copy * more_bytes(c, label, labels_[copy.first + i]));
    now = kNone;
    for (uint32_t i = 0; i < copy.size; ++i) {
      if (labels_[copy.first + i] == label) now = i;
    }
    add_node(copy, now);
    add_edge(range.variable, labels(range), copy.variable, labels(copy), c, node.trip_count * node.count,
             live_across_loop_[c] ? node.count : 0);
  }

  // `live_across_loop`: how many copies behind the edge live across a loop. `held`: the price of a byte that a copy
  // behind the edge is larger than what is stored. `sliced`: of a byte of the part, where a replicated value is
  // divided.
  void add_edge(int from_node, std::span<const Label> from, int to_node, std::span<const Label> to, NodeId c,
                double count, double live_across_loop = 0, double held = 0, double sliced = 0) {
    table_.resize(from.size() * to.size());
    const LabelPrices reshard(bytes_[c], now_.atoms()[axis_], pricing_.collectives());
    const double kept = weights_.held > 0 ? held : live_across_loop * weights_.live_across_loop;
    // Of most nodes every division holds as much: asked once.
    const bool is_even = graph_.nodes[c].form.is_dense() && !graph_.nodes[c].is_fused;
    const double gathered = kept * more_bytes(c, 0, kReplicated), cut = sliced * stored_bytes(c, 0);
    bool any = false;
    size_t at = 0;
    for (Label a : from) {
      for (Label b : to) {
        double price = count * reshard(a, b);
        if (is_even) {
          if (a >= 0 && b < 0) price += gathered;
          if (a == kReplicated && b >= 0) price += cut;
        } else {
          price += kept * more_bytes(c, a, b);
          if (a == kReplicated && b >= 0) price += sliced * stored_bytes(c, b);
        }
        any = any || price != 0;
        table_[at++] = price;
      }
    }
    if (any) problem_.add_edge(from_node, to_node, table_);
  }

  void add_edge(const FoldedEdge& edge) {
    std::span<const NodeId> nodes = graph_.nodes_of(edge);
    for (NodeId from : nodes.first(edge.operands)) {
      for (NodeId to : nodes.subspan(edge.operands)) {
        if (from == kNoNode || to == kNoNode || node_ranges_[from].variable < 0 || node_ranges_[to].variable < 0)
          continue;
        add_edge(read(from).variable, labels(read(from)), node_ranges_[to].variable, labels(node_ranges_[to]), from,
                 times(graph_.nodes[from], edge) * edge.count, live_across_loop_[to] ? edge.count : 0,
                 live_across_loop_[to] ? edge.count * graph_.held_price : 0, price_of_slice(edge, from));
      }
    }
  }

  void add_op(size_t l) {
    const FoldedEdge& edge = graph_.edges[l];
    Range& range = op_ranges_[l];
    range.first = static_cast<uint32_t>(strategies_.size());
    possible_.add_strategies(l, strategies_);
    range.size = static_cast<uint32_t>(strategies_.size()) - range.first;
    costs_.clear();
    uint32_t now = kNone;
    for (uint32_t i = 0; i < range.size; ++i) {
      costs_.push_back(edge.count * possible_.strategy_cost(l, strategies_[range.first + i]));
      if (strategies_[range.first + i] == now_.strategy(l, axis_)) now = i;
    }
    add_node(range, now);
    std::span<const NodeId> nodes = graph_.nodes_of(edge);
    for (size_t t = 0; t < nodes.size(); ++t) {
      const NodeId c = nodes[t];
      if (c == kNoNode || node_ranges_[c].variable < 0) continue;
      possible_.labels_under(edge, t, std::span(strategies_).subspan(range.first, range.size), computed_);
      if (t < edge.operands) {
        add_edge(read(c).variable, labels(read(c)), range.variable, computed_, c,
                 times(graph_.nodes[c], edge) * edge.count, is_live_across_loop(graph_.nodes[c], edge) ? edge.count : 0,
                 graph_.held_price * pressure_of_copy(graph_.nodes[c], edge) * edge.count, price_of_slice(edge, c));
      } else {
        add_edge(range.variable, computed_, node_ranges_[c].variable, labels(node_ranges_[c]), c,
                 edge.trip_count * edge.count, 0,
                 graph_.nodes[c].is_fused ? graph_.held_price * graph_.nodes[c].pressure * edge.count : 0);
      }
    }
  }

  // What a copy takes on a device with this label, and how much more than with another; all of it where what it is
  // made of has no memory of its own.
  double stored_bytes(NodeId c, Label label) const {
    if (graph_.nodes[c].form.is_dense()) return label >= 0 ? bytes_[c] / n_ : bytes_[c];
    return now_.stored_bytes(c, axis_, label);
  }
  double more_bytes(NodeId c, Label stored, Label wanted) const {
    const FoldedNode& node = graph_.nodes[c];
    if (node.is_fused) return stored == wanted || stored == kReplicated ? 0 : stored_bytes(c, wanted);
    if ((stored >= 0) == (wanted >= 0) && node.form.is_dense()) return 0;
    return std::max(0.0, stored_bytes(c, wanted) - stored_bytes(c, stored));
  }

  // Of a byte that a device takes of a replicated value, of which each device takes a part for a product, or to hand it
  // on to a loop: that is copied, and held.
  double price_of_slice(const FoldedEdge& edge, NodeId c) const {
    const FoldedNode& node = graph_.nodes[c];
    if (!pricing_.is_by_time() || !wants_own_tensor(node, edge)) return 0;
    return edge.count * (times(node, edge) * pricing_.slice(1) + graph_.held_price * pressure_of_copy(node, edge));
  }

  const FoldedGraph& graph_;
  Assignment& now_;
  const size_t axis_;
  const double n_;
  const Pricing& pricing_;
  const PriceWeights& weights_;
  SearchSpace possible_;
  PairwiseProblem problem_;
  std::vector<int> start_;  // by node
  std::vector<Range> node_ranges_, copy_ranges_, op_ranges_;
  std::vector<double> bytes_;           // by node, of its elements on a device with the axis gathered
  std::vector<bool> live_across_loop_;  // by node
  std::vector<Label> labels_;
  std::vector<Strategy> strategies_;
  std::vector<double> costs_;    // of the variable being added
  std::vector<double> table_;    // of the edge being added
  std::vector<Label> computed_;  // labels of the tensor being connected
};

}  // namespace

bool solve_axis(const FoldedGraph& graph, Assignment& assignment, size_t axis, const MeshPtr& mesh,
                StrategySelector& selector, const LoweringCapabilities& capabilities) {
  return AxisProblem(graph, assignment, axis, mesh, selector, capabilities).solve();
}

}  // namespace partita::core::partition
