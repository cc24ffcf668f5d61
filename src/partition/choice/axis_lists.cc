#include "partition/choice/axis_lists.h"

#include "base/internal_error.h"

namespace partita::core::partition {

AxisLists::AxisLists() { lists_.push_back({{}, 1, kEmpty}); }

// An op has few lists, most of them of one axis: looking at all of them is quicker than a table.
AxisLists::Id AxisLists::id_of(const AxisRefs& axes) {
  for (size_t i = 0; i < lists_.size(); ++i) {
    if (lists_[i].axes == axes) return static_cast<Id>(i);
  }
  const auto id = static_cast<Id>(lists_.size());
  PARTITA_INVARIANT(id < kUnknown, "an op has too many lists of axes");
  lists_.push_back({axes, total_size(axes), id});
  if (axes.size() > 1) {
    const AxisRefs joined = shard::joined(axes);
    if (joined.size() != axes.size()) {
      const Id whole = id_of(joined);
      lists_[id].joined = whole;
    }
  }
  return id;
}

AxisLists::Candidate AxisLists::ids_of(const FactorAxes& axes) {
  Candidate out;
  out.reserve(axes.size());
  for (const AxisRefs& list : axes) out.push_back(list.empty() ? kEmpty : id_of(list));
  return out;
}

void AxisLists::set_atoms(const AxisRefs& atoms) {
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
