#include "partition/choice/axis_lists.h"

#include "base/hash.h"

namespace partita::core::partition {

AxisLists::AxisLists() { lists_.push_back({{}, 1, kEmpty, kUnknown}); }

AxisLists::Id AxisLists::id_of(const AxisRefs& axes) {
  if (axes.empty()) return kEmpty;
  uint64_t hash = axes.size();
  for (const AxisRef& axis : axes) {
    hash = base::mix_hash(hash, static_cast<uint64_t>(axis.pre) << 16 ^ static_cast<uint64_t>(axis.axis));
    hash = base::mix_hash(hash, static_cast<uint64_t>(axis.size));
  }
  auto [at, fresh] = by_hash_.try_emplace(hash, kUnknown);
  for (Id id = at->second; id != kUnknown; id = lists_[id].next) {
    if (lists_[id].axes == axes) return id;
  }
  const auto id = static_cast<Id>(lists_.size());
  lists_.push_back({axes, total_size(axes), id, at->second});
  at.value() = id;
  if (axes.size() > 1) {
    const AxisRefs joined = shard::joined(axes);
    if (joined.size() != axes.size()) {
      const Id whole = id_of(joined);
      lists_[id].joined = whole;
    }
  }
  return id;
}

AxisLists::Id AxisLists::concatenated(Id a, Id b) {
  if (a == kEmpty) return b;
  if (b == kEmpty) return a;
  AxisRefs axes = lists_[a].axes;
  axes.insert(axes.end(), lists_[b].axes.begin(), lists_[b].axes.end());
  return id_of(axes);
}

AxisLists::Candidate AxisLists::ids_of(const FactorAxes& axes) {
  Candidate out;
  out.reserve(axes.size());
  for (const AxisRefs& list : axes) out.push_back(id_of(list));
  return out;
}

void AxisLists::set_atoms(const AxisRefs& atoms) {
  if (atoms == atoms_) return;
  atoms_ = atoms;
  moved_.clear();
}

AxisLists::Id AxisLists::moved(Id id, size_t atom, Move move) {
  constexpr size_t kMoves = 3;
  const size_t at = (id * atoms_.size() + atom) * kMoves + static_cast<size_t>(move);
  if (at >= moved_.size()) moved_.resize(at + kMoves * atoms_.size(), kUnknown);
  if (moved_[at] != kUnknown) return moved_[at];
  AxisRefs axes = lists_[id].axes;
  switch (move) {
    case Move::kWithout: axes = outside(axes, std::span(&atoms_[atom], 1)); break;
    case Move::kFirst: axes.insert(axes.begin(), atoms_[atom]); break;
    case Move::kLast: axes.push_back(atoms_[atom]); break;
  }
  const Id out = id_of(axes);
  moved_[at] = out;
  return out;
}

}  // namespace partita::core::partition
