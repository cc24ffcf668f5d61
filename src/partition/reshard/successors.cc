#include "partition/reshard/successors.h"

#include <algorithm>
#include <bit>

namespace partita::core::partition::reshard {
namespace {

// Sets of up to so many atoms are tried in every combination; of larger ones the full set and each atom alone.
constexpr int kAllSubsets = 4;
// Two are parked at once only where no more are misplaced.
constexpr int kPairsParked = 3;
// Atoms of one size, in all orders.
constexpr int kAllOrders = 4;

// Non-empty subsets, the largest first.
template <typename Visit>
void for_each_subset(uint64_t set, Visit visit) {
  if (set == 0) return;
  if (std::popcount(set) > kAllSubsets) {
    visit(set);
    for_each_bit(set, [&](int a) { visit(bit(a)); });
    return;
  }
  for (uint64_t subset = set; subset != 0; subset = (subset - 1) & set) visit(subset);
}

class Successors {
 public:
  Successors(const Space& space, const State& state, const TakeMove& take)
      : space_(space), state_(state), take_(take), held_(space.owned(state)), usable_(space.usable(state)) {
    for (int a = 0; a < space.atom_count(); ++a) {
      const Place place = place_of(a);
      const Place goal = space.atom(a).goal;
      if (place < kMaxSlots) {
        owner_[place] = static_cast<int8_t>(a);
        owned_atoms_ |= bit(a);
        if (place != goal) misplaced_ |= bit(a);
        if (place != goal && is_free(goal)) movable_ |= bit(a);
        if (place != goal || !is_final(place)) gatherable_ |= bit(a);
        if (goal == kReplicated) leaving_ |= bit(a);
      } else if (place == kReplicated) {
        replicated_ |= bit(a);
      } else if (place == kUnreducedFrom) {
        unreduced_ |= bit(a);
        if (goal != kUnreducedFrom) to_reduce_ |= bit(a);
      }
      if (place != goal && (goal == kUnreducedFrom || goal == kUnreducedTo) && place != kUnreducedFrom)
        to_unreduce_ |= bit(a);
    }
  }

  void run() {
    all_to_alls();
    reductions();
    gathers();
    permutes();
    regroups();
    retiles();
    slices();
    unreductions();
  }

 private:
  Place place_of(int a) const { return state_.place[a]; }
  bool is_final(Place s) const { return space_.in_final_tiles(state_, space_.problem().dims[space_.slot(s).dim]); }
  bool is_free(Place s) const { return s < kMaxSlots && (usable_ & ~held_ & bit(s)) != 0; }

  void add(StepKind kind, uint64_t atoms, const State& after, const Charge& charge, int dim = -1) {
    if (stopped_) return;
    stopped_ = !take_({kind, atoms, dim, state_, after, charge.bytes, charge.cost, charge.launches});
  }

  // The first of the spare slots of this size that are free and not `taken`: they are all alike.
  Place spare_slot(int64_t size, uint64_t taken = 0) const {
    for (size_t s = 0; s < space_.problem().slots.size(); ++s) {
      const Slot& slot = space_.problem().slots[s];
      const auto place = static_cast<Place>(s);
      if (slot.spare && slot.size == size && is_free(place) && (taken & bit(place)) == 0) return place;
    }
    return kReplicated;
  }

  // Free slots that an atom could be parked in: a spare one, those of its size that others want, and those that make a
  // dimension complete.
  template <typename Visit>
  void for_each_parking(int a, Visit visit) {
    const Atom& atom = space_.atom(a);
    if (const Place spare = spare_slot(atom.ref.size); spare != kReplicated) visit(spare);
    for (int other = 0; other < space_.atom_count(); ++other) {
      const Place s = space_.atom(other).goal;
      if (other != a && is_free(s) && s != atom.goal && space_.slot(s).size == atom.ref.size) visit(s);
    }
    for (size_t s = 0; s < space_.problem().slots.size(); ++s) {
      const Slot& slot = space_.problem().slots[s];
      if (slot.completing && slot.size == atom.ref.size && is_free(static_cast<Place>(s))) visit(static_cast<Place>(s));
    }
  }

  // Atoms whose goal is free go there; up to two others are parked on the way.
  void all_to_alls() {
    struct Parked {
      int atom;
      Place place;
    };
    auto move = [&](uint64_t subset, std::initializer_list<Parked> parked) {
      State after = state_;
      uint64_t entered = 0;
      for_each_bit(subset, [&](int a) {
        after.place[a] = space_.atom(a).goal;
        entered |= bit(space_.atom(a).goal);
      });
      for (const Parked& one : parked) {
        if ((entered & bit(one.place)) != 0) return;
        after.place[one.atom] = one.place;
        entered |= bit(one.place);
        subset |= bit(one.atom);
      }
      add(StepKind::kAllToAll, subset, after, space_.all_to_all(space_.local_bytes(state_, entered), subset));
    };
    for_each_subset(movable_, [&](uint64_t subset) { move(subset, {}); });
    for_each_bit(misplaced_, [&](int a) {
      for_each_parking(a, [&](Place first) {
        const uint64_t others = movable_ & ~bit(a);
        for_each_subset(others, [&](uint64_t subset) { move(subset, {{a, first}}); });
        move(0, {{a, first}});
        if (std::popcount(misplaced_) > kPairsParked) return;
        for_each_bit(misplaced_ & ~((bit(a) << 1) - 1), [&](int b) {
          for_each_parking(b, [&](Place second) {
            move(others & ~bit(b), {{a, first}, {b, second}});
            if ((others & ~bit(b)) != 0) move(0, {{a, first}, {b, second}});
          });
        });
      });
    });
  }

  void reductions() {
    // Into the goal where it is free, else into a spare slot.
    for_each_subset(unreduced_, [&](uint64_t subset) {
      State after = state_;
      uint64_t entered = 0;
      for_each_bit(subset, [&](int a) {
        const Place goal = space_.atom(a).goal;
        const Place s = is_free(goal) ? goal : spare_slot(space_.atom(a).ref.size, entered);
        if (s == kReplicated) {
          subset &= ~bit(a);
          return;
        }
        after.place[a] = s;
        entered |= bit(s);
      });
      if (subset == 0) return;
      add(StepKind::kReduceScatter, subset, after, space_.reduce_scatter(space_.local_bytes(state_, entered), subset));
    });
    for_each_bit(unreduced_, [&](int a) {
      for_each_parking(a, [&](Place s) {
        State after = state_;
        after.place[a] = s;
        add(StepKind::kReduceScatter, bit(a), after, space_.reduce_scatter(space_.local_bytes(state_, bit(s)), bit(a)));
      });
    });
    for_each_subset(to_reduce_, [&](uint64_t subset) {
      State after = state_;
      for_each_bit(subset, [&](int a) { after.place[a] = kReplicated; });
      add(StepKind::kAllReduce, subset, after, space_.all_reduce(space_.local_bytes(state_), subset));
    });
  }

  void gathers() {
    auto gather = [&](uint64_t subset) {
      State after = state_;
      for_each_bit(subset, [&](int a) { after.place[a] = kReplicated; });
      add(StepKind::kAllGather, subset, after, space_.gather(space_.local_bytes(state_), subset));
    };
    for_each_subset(gatherable_, gather);
    if (std::popcount(gatherable_) > kAllSubsets && std::popcount(leaving_) > 1) gather(leaving_);
  }

  void permute_to(const State& after) {
    uint64_t moved = 0;
    for (int a = 0; a < space_.atom_count(); ++a) {
      if (after.place[a] != place_of(a)) moved |= bit(a);
    }
    if (moved == 0) return;
    add(StepKind::kPermute, moved, after, space_.permute(space_.local_bytes(state_), moved));
  }

  // Every owned slot gets the atom that wants it, where that has the same size as the one there: they change places.
  void swap_to_goals(State& state) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (int a = 0; a < space_.atom_count(); ++a) {
        const Place goal = space_.atom(a).goal;
        Place& place = state.place[a];
        if (place == goal || goal >= kMaxSlots || place == kUnreducedTo) continue;
        for (int b = 0; b < space_.atom_count(); ++b) {
          Place& there = state.place[b];
          if (there != goal || space_.atom(b).ref.size != space_.atom(a).ref.size) continue;
          std::swap(place, there);
          changed = true;
          break;
        }
      }
    }
  }

  void permutes() {
    State greedy = state_;
    swap_to_goals(greedy);
    permute_to(greedy);
    // One size at a time in all orders, the others as they are or at their goals.
    uint64_t seen = 0;
    uint64_t in_play = (owned_atoms_ | replicated_ | unreduced_);
    for_each_bit(replicated_, [&](int a) {
      if (space_.atom(a).goal == kReplicated) in_play &= ~bit(a);
    });
    for_each_bit(in_play, [&](int first) {
      if ((seen & bit(first)) != 0) return;
      std::vector<int> atoms;
      for_each_bit(in_play & ~seen, [&](int a) {
        if (space_.atom(a).ref.size == space_.atom(first).ref.size) atoms.push_back(a);
      });
      for (int a : atoms) seen |= bit(a);
      if (atoms.size() < 2 || atoms.size() > kAllOrders) return;
      std::vector<Place> places;
      for (int a : atoms) places.push_back(place_of(a));
      std::sort(places.begin(), places.end());
      do {
        State after = state_;
        bool arrives = false;
        for (size_t i = 0; i < atoms.size(); ++i) {
          after.place[atoms[i]] = places[i];
          arrives = arrives || (places[i] == space_.atom(atoms[i]).goal && places[i] != place_of(atoms[i]));
        }
        if (arrives && after != greedy) permute_to(after);
      } while (std::next_permutation(places.begin(), places.end()));
    });
  }

  // From the source's sizes of a dimension to the target's, where all of their common product is owned.
  void regroups() {
    for (const ProblemDim& dim : space_.problem().dims) {
      if (!dim.regroups() || space_.variant(state_, dim) != 1) continue;
      std::vector<int> atoms;
      const size_t end = dim.slots[0].size() - dim.spares;
      for (size_t i = dim.common; i < end; ++i) {
        if (owner_[dim.slots[0][i]] >= 0) atoms.push_back(owner_[dim.slots[0][i]]);
      }
      if (atoms.size() + dim.common < end) continue;
      std::sort(atoms.begin(), atoms.end());
      int tries = 0;
      do {
        State after = state_;
        after.variant[dim.variant_index] = 2;
        bool fits = true;
        for (size_t i = 0; i < atoms.size(); ++i) {
          const Place s = dim.slots[1][dim.common + i];
          fits = fits && space_.slot(s).size == space_.atom(atoms[i]).ref.size;
          after.place[atoms[i]] = s;
        }
        if (!fits) continue;
        permute_to(after);
        State swapped = after;
        swap_to_goals(swapped);
        if (swapped != after) permute_to(swapped);
      } while (++tries < 24 && std::next_permutation(atoms.begin(), atoms.end()));
    }
  }

  void retiles() {
    for (size_t d = 0; d < space_.problem().dims.size(); ++d) {
      const ProblemDim& dim = space_.problem().dims[d];
      for (int next = space_.variant(state_, dim) + 1; next < dim.variants; ++next) {
        const std::vector<Hop>* hops = space_.hops(state_, d, next);
        if (hops == nullptr) continue;
        State after = state_;
        after.variant[dim.variant_index] = static_cast<uint8_t>(next);
        uint64_t atoms = 0;
        for (uint8_t s : space_.slots(state_, dim)) {
          if (owner_[s] >= 0) atoms |= bit(owner_[s]);
        }
        Charge charge;
        const double row = space_.local_bytes(state_) / static_cast<double>(local_size(dim));
        for (const Hop& hop : *hops) {
          const Charge one = space_.permute(row * static_cast<double>(hop.width), atoms);
          charge = {charge.bytes + one.bytes, charge.cost + one.cost, charge.launches + 1};
        }
        add(StepKind::kRetile, atoms, after, charge, d);
      }
    }
  }

  int64_t local_size(const ProblemDim& dim) const {
    int64_t size = dim.extent;
    for (uint8_t s : space_.slots(state_, dim)) {
      if (owner_[s] >= 0) size = space_.slot(s).tile[space_.variant(state_, dim)];
    }
    return std::max<int64_t>(size, 1);
  }

  void slices() {
    for_each_bit(replicated_, [&](int a) {
      auto slice = [&](Place s) {
        State after = state_;
        after.place[a] = s;
        add(StepKind::kSlice, bit(a), after, {});
      };
      for_each_parking(a, slice);
      // Not settled already: the dimension has yet to be re-tiled.
      if (is_free(space_.atom(a).goal)) slice(space_.atom(a).goal);
    });
  }

  void unreductions() {
    for_each_subset(to_unreduce_, [&](uint64_t subset) {
      // Unreduced parts of another reduction come first: what it makes of several identities need not be one.
      const bool other_kind = space_.atom(std::countr_zero(subset)).goal == kUnreducedTo;
      if (other_kind && unreduced_ != 0) return;
      State after = state_;
      for_each_bit(subset, [&](int a) { after.place[a] = space_.atom(a).goal; });
      add(StepKind::kUnreduce, subset, after, {});
    });
  }

  const Space& space_;
  const State& state_;
  const TakeMove& take_;
  const uint64_t held_;
  const uint64_t usable_;
  std::array<int8_t, kMaxSlots> owner_ = [] {
    std::array<int8_t, kMaxSlots> none;
    none.fill(-1);
    return none;
  }();
  uint64_t owned_atoms_ = 0;
  uint64_t misplaced_ = 0;
  uint64_t movable_ = 0;
  uint64_t gatherable_ = 0;
  uint64_t leaving_ = 0;
  uint64_t replicated_ = 0;
  uint64_t unreduced_ = 0;
  uint64_t to_reduce_ = 0;
  uint64_t to_unreduce_ = 0;
  bool stopped_ = false;
};

}  // namespace

void for_each_move(const Space& space, const State& state, const TakeMove& take) {
  Successors(space, state, take).run();
}

}  // namespace partita::core::partition::reshard
