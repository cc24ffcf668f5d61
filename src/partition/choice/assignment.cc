#include "partition/choice/assignment.h"

#include <algorithm>

namespace partita::core::partition {
namespace {

Label label_in(const Sharding& s, const AxisRef& atom) {
  for (int d = 0; d < s.rank(); ++d) {
    if (overlaps(s.dim(d).axes, atom)) return static_cast<Label>(d);
  }
  return overlaps(s.unreduced_axes(), atom) ? kUnreduced : kWhole;
}

Strategy strategy_in(const Choice& choice, const AxisRef& atom) {
  Strategy out = kUndivided;
  for (size_t f = 0; f < choice.axes.size(); ++f) {
    if (overlaps(choice.axes[f], atom)) out = static_cast<Strategy>(f);
  }
  return out;
}

template <typename List>
bool has_equal(const List& list, size_t n) {
  for (size_t at = 0; at < list.size(); at += n) {
    for (size_t a = 0; a < n; ++a) {
      for (size_t b = a + 1; b < n; ++b) {
        if (list[at + a] >= 0 && list[at + a] == list[at + b]) return true;
      }
    }
  }
  return false;
}

}  // namespace

Assignment::Assignment(const FoldedGraph& graph, AxisRefs atoms, const Decided& start)
    : graph_(graph), atoms_(std::move(atoms)) {
  const size_t n = atoms_.size();
  for (const AxisRef& atom : atoms_) sizes_.push_back(static_cast<double>(atom.size));
  labels_.assign(graph_.cells.size() * n, kWhole);
  strategies_.assign(graph_.links.size() * n, kUndivided);
  for (CellId c = 0; c < graph_.cells.size(); ++c) {
    if (start.of_cell[c]->is_maximal()) continue;
    for (size_t a = 0; a < n; ++a) set_label(c, a, label_in(*start.of_cell[c], atoms_[a]));
  }
  for (size_t l = 0; l < graph_.links.size(); ++l) {
    if (start.of_link[l] == nullptr) continue;
    for (size_t a = 0; a < n; ++a) set_strategy(l, a, strategy_in(*start.of_link[l], atoms_[a]));
  }
}

double Assignment::local_bytes(CellId c, size_t axis) const {
  double bytes = graph_.cells[c].bytes;
  for (size_t a = 0; a < atoms_.size(); ++a) {
    if (a != axis && label(c, a) >= 0) bytes /= sizes_[a];
  }
  return bytes;
}

int64_t Assignment::other_shards_of_dim(CellId c, size_t axis, int dim) const {
  int64_t shards = 1;
  for (size_t a = 0; a < atoms_.size(); ++a) {
    if (a != axis && label(c, a) == dim) shards *= atoms_[a].size;
  }
  return shards;
}

int64_t Assignment::other_shards(size_t link, size_t axis, int factor) const {
  int64_t shards = 1;
  for (size_t a = 0; a < atoms_.size(); ++a) {
    if (a != axis && strategy(link, a) == factor) shards *= atoms_[a].size;
  }
  return shards;
}

double Assignment::other_parts(size_t link, size_t axis) const {
  double parts = 1;
  for (size_t a = 0; a < atoms_.size(); ++a) {
    if (a != axis && strategy(link, a) >= 0) parts *= sizes_[a];
  }
  return parts;
}

bool Assignment::shares_dimensions() const {
  return has_equal(labels_, atoms_.size()) || has_equal(strategies_, atoms_.size());
}

Decided Assignment::decided(const Decided& start, const AxisRefs& order, const MeshPtr& mesh, Chooser& chooser,
                            ShardingPool& pool) const {
  Decided out = start;
  std::vector<size_t> places;  // of the order's atoms
  for (const AxisRef& atom : order) {
    places.push_back(static_cast<size_t>(std::find(atoms_.begin(), atoms_.end(), atom) - atoms_.begin()));
  }
  for (CellId c = 0; c < graph_.cells.size(); ++c) {
    const FoldedCell& cell = graph_.cells[c];
    if (cell.fixed || cell.is_copy) continue;
    Sharding::Spec spec;
    spec.dims.resize(cell.type.rank());
    for (size_t a : places) {
      Label l = label(c, a);
      if (l >= 0) spec.dims[l].axes.push_back(atoms_[a]);
      if (l == kUnreduced) spec.unreduced.push_back(atoms_[a]);
    }
    Result<Sharding> made = Sharding::make(mesh, std::move(spec));
    if (made.ok()) out.of_cell[c] = pool.intern(std::move(*made));
  }
  for (size_t l = 0; l < graph_.links.size(); ++l) {
    const FoldedLink& link = graph_.links[l];
    if (!link.is_computed) continue;
    FactorAxes axes(link.rule->factors.size());
    std::vector<Chooser::Flow> flows;
    for (size_t a : places) {
      Strategy s = strategy(l, a);
      if (s >= 0) axes[s].push_back(atoms_[a]);
      if (s <= kFlow) flows.push_back({atoms_[a], link.rule->linear[kFlow - s]});
    }
    AxisRefs manual;
    for (CellId c : graph_.cells_of(link)) {
      if (c != kNoCell && !graph_.cells[c].stored->manual_axes().empty())
        manual = graph_.cells[c].stored->manual_axes();
    }
    out.of_link[l] = chooser.make(*link.op, axes, flows, mesh, manual);
  }
  return out;
}

}  // namespace partita::core::partition
