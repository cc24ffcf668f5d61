#include "partition/choice/assignment.h"

#include <algorithm>

#include "base/hash.h"
#include "base/maps.h"

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

// Numbers rows of labels or strategies, one entry per atom, each with something that it belongs to.
class KnownRows {
 public:
  explicit KnownRows(size_t width) : width_(width) {}

  // The number of the row; as many as there were before where it is new.
  template <typename Entry>
  size_t find(uint64_t of, const Entry* row) {
    uint64_t hash = of;
    for (size_t a = 0; a < width_; ++a) hash = base::mix_hash(hash, static_cast<uint64_t>(row[a]));
    auto [at, fresh] = by_hash_.try_emplace(hash, kNone);
    for (size_t i = at->second; i != kNone; i = rows_[i].next) {
      if (rows_[i].of == of && std::equal(row, row + width_, entries_.begin() + static_cast<ptrdiff_t>(i * width_))) {
        return i;
      }
    }
    rows_.push_back({of, at->second});
    entries_.insert(entries_.end(), row, row + width_);
    at.value() = rows_.size() - 1;
    return rows_.size() - 1;
  }

 private:
  static constexpr size_t kNone = SIZE_MAX;
  struct Row {
    uint64_t of;
    size_t next;  // of the same hash
  };
  const size_t width_;
  std::vector<Row> rows_;
  std::vector<int16_t> entries_;
  tsl::robin_map<uint64_t, size_t> by_hash_;
};

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

double Assignment::stored_bytes(NodeId c, size_t axis, Label label) const {
  const FoldedNode& node = graph_.nodes[c];
  if (node.form.is_dense()) return local_bytes(c, axis) / (label >= 0 ? sizes_[axis] : 1);
  std::vector<int64_t> dims;
  for (int d = 0; d < node.type.rank(); ++d) {
    const int64_t parts = other_shards_of_dim(c, axis, d) * (d == label ? atoms_[axis].size : 1);
    dims.push_back((node.type.dim(d) + parts - 1) / parts);
  }
  return padded_bytes(node, dims);
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
  // Many nodes have the same labels, and many edges the same rule and strategies: each is made once.
  const size_t n = atoms_.size();
  KnownRows known_shardings(n), known_choices(n);
  std::vector<const Sharding*> made_shardings;
  std::vector<const Choice*> made_choices;
  for (NodeId c = 0; c < graph_.nodes.size(); ++c) {
    const FoldedNode& node = graph_.nodes[c];
    if (node.fixed || node.is_copy) continue;
    const auto rank = static_cast<uint64_t>(node.type.rank());
    const size_t at = known_shardings.find(rank, labels_.data() + c * n);
    if (at == made_shardings.size()) {
      Sharding::Spec spec;
      spec.dims.resize(rank);
      for (size_t a : places) {
        Label l = label(c, a);
        if (l >= 0) spec.dims[l].axes.push_back(atoms_[a]);
        if (l == kUnreduced) spec.unreduced.push_back(atoms_[a]);
      }
      Result<Sharding> made = Sharding::make(mesh, std::move(spec));
      made_shardings.push_back(made.ok() ? pool.intern(std::move(*made)) : nullptr);
    }
    if (made_shardings[at] != nullptr) out.shardings[c] = made_shardings[at];
  }
  for (size_t l = 0; l < graph_.edges.size(); ++l) {
    const FoldedEdge& edge = graph_.edges[l];
    if (!edge.is_computed) continue;
    const AxisRefs* manual = nullptr;
    for (NodeId c : graph_.nodes_of(edge)) {
      if (c != kNoNode && !graph_.nodes[c].storage_sharding->manual_axes().empty())
        manual = &graph_.nodes[c].storage_sharding->manual_axes();
    }
    const size_t at = manual == nullptr
                          ? known_choices.find(reinterpret_cast<uintptr_t>(edge.rule), strategies_.data() + l * n)
                          : made_choices.size();
    if (manual == nullptr && at < made_choices.size()) {
      out.choices[l] = made_choices[at];
      continue;
    }
    FactorAxes axes(edge.rule->factors.size());
    std::vector<StrategySelector::Flow> flows;
    for (size_t a : places) {
      Strategy s = strategy(l, a);
      if (s >= 0) axes[s].push_back(atoms_[a]);
      if (s <= kFlow) flows.push_back({atoms_[a], edge.rule->linear[kFlow - s]});
    }
    out.choices[l] = selector.make(*edge.op, axes, flows, mesh, manual != nullptr ? *manual : AxisRefs());
    if (manual == nullptr) made_choices.push_back(out.choices[l]);
  }
  return out;
}

}  // namespace partita::core::partition
