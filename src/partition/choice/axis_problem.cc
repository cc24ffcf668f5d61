// A node for every value and for every op, an edge where an op takes or gives a value:
//
//   %a --[reshard]-- add --[reshard]-- %c          %a: whole, pending, dim 0 …    add: undivided, flow, factor 0 …
//   %b --[reshard]---'
#include "partition/choice/axis_problem.h"

#include "partition/choice/pairwise.h"

namespace partita::core::partition {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

// Entry of a list for each label of a node.
struct Range {
  int node = -1;
  uint32_t first = 0, size = 0;
};

class AxisProblem {
 public:
  AxisProblem(const FoldedGraph& graph, Assignment& assignment, size_t axis, const MeshPtr& mesh, Chooser& chooser,
              const Abilities& abilities)
      : graph_(graph),
        now_(assignment),
        axis_(axis),
        n_(assignment.axis_size(axis)),
        weights_(chooser.weights()),
        possible_(graph, assignment, axis, mesh, chooser, abilities),
        of_cell_(graph.cells.size()),
        of_form_(graph.cells.size()),
        of_link_(graph.links.size()),
        bytes_(graph.cells.size(), 0),
        held_(held_cells(graph)) {}

  bool solve(MessagePassing::Memory& memory) {
    for (CellId c = 0; c < graph_.cells.size(); ++c) {
      if (!graph_.cells[c].is_copy && graph_.cells[c].is_connected) add_cell(c);
    }
    for (size_t l = 0; l < graph_.links.size(); ++l) {
      const FoldedLink& link = graph_.links[l];
      if (link.is_manual_edge && link.hidden != nullptr && overlaps(*link.hidden, now_.atoms()[axis_])) continue;
      if (link.is_computed) {
        add_op(l);
      } else {
        add_identity(link);
      }
    }
    const std::vector<int> best = problem_.minimise(start_, memory);
    if (best == start_) return false;
    for (CellId c = 0; c < graph_.cells.size(); ++c) {
      if (of_cell_[c].node >= 0) now_.set_label(c, axis_, labels_[taken(of_cell_[c], best)]);
    }
    for (size_t l = 0; l < graph_.links.size(); ++l) {
      if (of_link_[l].node >= 0) now_.set_strategy(l, axis_, strategies_[taken(of_link_[l], best)]);
    }
    return true;
  }

 private:
  static size_t taken(const Range& range, const std::vector<int>& best) {
    return range.first + static_cast<size_t>(best[static_cast<size_t>(range.node)]);
  }

  std::span<const Label> labels(const Range& range) const {
    return std::span<const Label>(labels_).subspan(range.first, range.size);
  }
  // As uses see it.
  const Range& read(CellId c) const { return of_form_[c].node >= 0 ? of_form_[c] : of_cell_[c]; }

  void add_node(Range& range, uint32_t now) {
    range.node = problem_.add_node(costs_);
    start_.push_back(static_cast<int>(now == kNone ? 0 : now));
  }

  void add_cell(CellId c) {
    const FoldedCell& cell = graph_.cells[c];
    const Label label = now_.label(c, axis_);
    bytes_[c] = now_.local_bytes(c, axis_);
    Range& range = of_cell_[c];
    range.first = static_cast<uint32_t>(labels_.size());
    possible_.add_labels(c, labels_);
    range.size = static_cast<uint32_t>(labels_.size()) - range.first;
    const double stored = weights_.stored * bytes_[c] * cell.trips * cell.count;
    costs_.clear();
    uint32_t now = kNone;
    for (uint32_t i = 0; i < range.size; ++i) {
      costs_.push_back(labels_[range.first + i] >= 0 ? stored / n_ : stored);
      if (labels_[range.first + i] == label) now = i;
    }
    add_node(range, now);
    if (!cell.has_form) return;
    Range& form = of_form_[c];
    form.first = static_cast<uint32_t>(labels_.size());
    possible_.add_free_labels(c, labels_);
    form.size = static_cast<uint32_t>(labels_.size()) - form.first;
    costs_.assign(form.size, 0);
    now = kNone;
    for (uint32_t i = 0; i < form.size; ++i) {
      if (labels_[form.first + i] == label) now = i;
    }
    add_node(form, now);
    add_edge(range.node, labels(range), form.node, labels(form), bytes_[c], cell.trips * cell.count,
             held_[c] ? cell.count : 0);
  }

  // `held`: how often a form behind the edge is kept through a loop that its value is not made in.
  void add_edge(int from_node, std::span<const Label> from, int to_node, std::span<const Label> to, double bytes,
                double count, double held = 0) {
    std::span<double> table = problem_.add_edge(from_node, to_node);
    const LabelPrices reshard(bytes, n_, weights_);
    const double kept = held * weights_.held * bytes * (n_ - 1) / n_;
    bool any = false;
    size_t at = 0;
    for (Label a : from) {
      for (Label b : to) {
        table[at] = count * reshard(a, b);
        if (a >= 0 && b < 0) table[at] += kept;
        any = any || table[at] != 0;
        ++at;
      }
    }
    if (!any) problem_.drop_edge();
  }

  void add_identity(const FoldedLink& link) {
    std::span<const CellId> cells = graph_.cells_of(link);
    for (CellId from : cells.first(link.operands)) {
      for (CellId to : cells.subspan(link.operands)) {
        if (from == kNoCell || to == kNoCell || of_cell_[from].node < 0 || of_cell_[to].node < 0) continue;
        add_edge(read(from).node, labels(read(from)), of_cell_[to].node, labels(of_cell_[to]), bytes_[from],
                 times(graph_.cells[from], link) * link.count, held_[to] ? link.count : 0);
      }
    }
  }

  void add_op(size_t l) {
    const FoldedLink& link = graph_.links[l];
    Range& range = of_link_[l];
    range.first = static_cast<uint32_t>(strategies_.size());
    possible_.add_strategies(l, strategies_);
    range.size = static_cast<uint32_t>(strategies_.size()) - range.first;
    costs_.clear();
    uint32_t now = kNone;
    for (uint32_t i = 0; i < range.size; ++i) {
      costs_.push_back(link.count * possible_.strategy_cost(l, strategies_[range.first + i]));
      if (strategies_[range.first + i] == now_.strategy(l, axis_)) now = i;
    }
    add_node(range, now);
    std::span<const CellId> cells = graph_.cells_of(link);
    for (size_t t = 0; t < cells.size(); ++t) {
      const CellId c = cells[t];
      if (c == kNoCell || of_cell_[c].node < 0) continue;
      computed_.clear();
      for (uint32_t i = 0; i < range.size; ++i) {
        computed_.push_back(possible_.label_under(link, t, strategies_[range.first + i]));
      }
      if (t < link.operands) {
        add_edge(read(c).node, labels(read(c)), range.node, computed_, bytes_[c],
                 times(graph_.cells[c], link) * link.count, is_held(graph_.cells[c], link) ? link.count : 0);
      } else {
        add_edge(range.node, computed_, of_cell_[c].node, labels(of_cell_[c]), bytes_[c], link.trips * link.count);
      }
    }
  }

  const FoldedGraph& graph_;
  Assignment& now_;
  const size_t axis_;
  const double n_;
  const PriceWeights& weights_;
  Possibilities possible_;
  PairwiseProblem problem_;
  std::vector<int> start_;  // by node
  std::vector<Range> of_cell_, of_form_, of_link_;
  std::vector<double> bytes_;  // by cell, on a device with the axis gathered
  std::vector<bool> held_;     // by cell: used in a loop that it comes from outside of
  std::vector<Label> labels_;
  std::vector<Strategy> strategies_;
  std::vector<double> costs_;    // of the node being made
  std::vector<Label> computed_;  // of the edge being made
};

}  // namespace

bool solve_axis(const FoldedGraph& graph, Assignment& assignment, size_t axis, const MeshPtr& mesh, Chooser& chooser,
                const Abilities& abilities, MessagePassing::Memory& memory) {
  return AxisProblem(graph, assignment, axis, mesh, chooser, abilities).solve(memory);
}

}  // namespace partita::core::partition
