#include "partition/choice/assignment.h"

#include <algorithm>

namespace partita::core::partition {
namespace {

Label label_in(const Sharding& s, const AxisRef& atom) {
  for (int d = 0; d < s.rank(); ++d) {
    if (overlaps(s.dim(d).axes, atom)) return static_cast<Label>(d);
  }
  return overlaps(s.unreduced_axes(), atom) ? kUnreduced : kReplicated;
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

Assignment::Assignment(const FoldedGraph& graph, AxisRefs atoms, const FoldedPlan& start)
    : graph_(graph), atoms_(std::move(atoms)) {
  const size_t n = atoms_.size();
  for (const AxisRef& atom : atoms_) sizes_.push_back(static_cast<double>(atom.size));
  labels_.assign(graph_.nodes.size() * n, kReplicated);
  strategies_.assign(graph_.edges.size() * n, kUndivided);
  for (NodeId c = 0; c < graph_.nodes.size(); ++c) {
    if (start.shardings[c]->is_maximal()) continue;
    for (size_t a = 0; a < n; ++a) set_label(c, a, label_in(*start.shardings[c], atoms_[a]));
  }
  for (size_t l = 0; l < graph_.edges.size(); ++l) {
    if (start.choices[l] == nullptr) continue;
    for (size_t a = 0; a < n; ++a) set_strategy(l, a, strategy_in(*start.choices[l], atoms_[a]));
  }
}

double Assignment::local_bytes(NodeId c, size_t axis) const {
  double bytes = graph_.nodes[c].bytes;
  for (size_t a = 0; a < atoms_.size(); ++a) {
    if (a != axis && label(c, a) >= 0) bytes /= sizes_[a];
  }
  return bytes;
}

int64_t Assignment::other_shards_of_dim(NodeId c, size_t axis, int dim) const {
  int64_t shards = 1;
  for (size_t a = 0; a < atoms_.size(); ++a) {
    if (a != axis && label(c, a) == dim) shards *= atoms_[a].size;
  }
  return shards;
}

int64_t Assignment::other_shards(size_t edge, size_t axis, int factor) const {
  int64_t shards = 1;
  for (size_t a = 0; a < atoms_.size(); ++a) {
    if (a != axis && strategy(edge, a) == factor) shards *= atoms_[a].size;
  }
  return shards;
}

double Assignment::other_parts(size_t edge, size_t axis) const {
  double parts = 1;
  for (size_t a = 0; a < atoms_.size(); ++a) {
    if (a != axis && strategy(edge, a) >= 0) parts *= sizes_[a];
  }
  return parts;
}

bool Assignment::shares_dimensions() const {
  return has_equal(labels_, atoms_.size()) || has_equal(strategies_, atoms_.size());
}

FoldedPlan Assignment::decided(const FoldedPlan& start, const AxisRefs& order, const MeshPtr& mesh,
                               StrategySelector& selector, ShardingPool& pool) const {
  FoldedPlan out = start;
  std::vector<size_t> places;  // of the order's atoms
  for (const AxisRef& atom : order) {
    places.push_back(static_cast<size_t>(std::find(atoms_.begin(), atoms_.end(), atom) - atoms_.begin()));
  }
  for (NodeId c = 0; c < graph_.nodes.size(); ++c) {
    const FoldedNode& node = graph_.nodes[c];
    if (node.fixed || node.is_copy) continue;
    Sharding::Spec spec;
    spec.dims.resize(node.type.rank());
    for (size_t a : places) {
      Label l = label(c, a);
      if (l >= 0) spec.dims[l].axes.push_back(atoms_[a]);
      if (l == kUnreduced) spec.unreduced.push_back(atoms_[a]);
    }
    Result<Sharding> made = Sharding::make(mesh, std::move(spec));
    if (made.ok()) out.shardings[c] = pool.intern(std::move(*made));
  }
  for (size_t l = 0; l < graph_.edges.size(); ++l) {
    const FoldedEdge& edge = graph_.edges[l];
    if (!edge.is_computed) continue;
    FactorAxes axes(edge.rule->factors.size());
    std::vector<StrategySelector::Flow> flows;
    for (size_t a : places) {
      Strategy s = strategy(l, a);
      if (s >= 0) axes[s].push_back(atoms_[a]);
      if (s <= kFlow) flows.push_back({atoms_[a], edge.rule->linear[kFlow - s]});
    }
    AxisRefs manual;
    for (NodeId c : graph_.nodes_of(edge)) {
      if (c != kNoNode && !graph_.nodes[c].storage_sharding->manual_axes().empty())
        manual = graph_.nodes[c].storage_sharding->manual_axes();
    }
    out.choices[l] = selector.make(*edge.op, axes, flows, mesh, manual);
  }
  return out;
}

}  // namespace partita::core::partition
