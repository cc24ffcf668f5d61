// Properties of a state of a Problem: which atoms are in which slots, what is free, what the steps from it cost.
#pragma once

#include <bit>
#include <memory>

#include "cost/prices.h"
#include "partition/reshard/search.h"

namespace partita::core::partition::reshard {

inline constexpr uint64_t bit(int index) { return uint64_t{1} << index; }
template <typename Visit>
void for_each_bit(uint64_t bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
}

// The cost of collectives over a set of atoms, for values of this many bytes per device.
struct Charge {
  double bytes = 0;
  double cost = 0;
  int launches = 0;
};

// Questions that depend on the problem alone.
class Space {
 public:
  explicit Space(const Problem& problem);

  const Problem& problem() const { return problem_; }
  int atom_count() const { return std::ssize(problem_.atoms); }
  const Atom& atom(int a) const { return problem_.atoms[a]; }
  const Slot& slot(Place s) const { return problem_.slots[s]; }

  State start() const;
  bool is_goal(const State& state) const;
  int variant(const State& state, const ProblemDim& dim) const {
    return dim.variant_index < 0 ? 0 : state.variant[dim.variant_index];
  }
  bool in_final_tiles(const State& state, const ProblemDim& dim) const {
    return variant(state, dim) == dim.variants - 1;
  }
  const std::vector<uint8_t>& slots(const State& state, const ProblemDim& dim) const {
    return dim.slots[dim.list_of(variant(state, dim))];
  }

  // Bits of the slots that are owned, and of those that the present readings of all dimensions have.
  uint64_t owned(const State& state) const;
  uint64_t usable(const State& state) const;
  // Bytes that a device holds; slots of `exposed` are padded to full tiles, as they are while atoms enter them.
  double local_bytes(const State& state, uint64_t exposed = 0) const;

  Charge gather(double bytes, uint64_t atoms) const;
  Charge all_to_all(double bytes, uint64_t atoms) const;
  Charge reduce_scatter(double bytes, uint64_t atoms) const;
  Charge all_reduce(double bytes, uint64_t atoms) const;
  Charge permute(double bytes, uint64_t atoms) const;

  // All that is free: readings of dimensions that need no transfer, slices into final places. Atoms sliced.
  uint64_t settle(State& state) const;
  // The direct path from a settled state to the goal. Adds the moves where `moves` is given.
  double finish(State state, std::vector<Move>* moves = nullptr) const;
  // Added where a gather or a re-tile comes before a slice: of plans that cost the same, the one with smaller values on
  // the way.
  double detour() const { return tie_ / 2; }
  // No path to the goal costs less.
  double lower_bound(const State& state) const;

  // Length of the owned beginning of the dimension's slots; -1 where a local slot lies above an owned one.
  int owned_prefix(const State& state, const ProblemDim& dim, uint64_t owned) const;
  // The hops of a re-tile of a dimension from the state's variant to another; null where it cannot be done.
  const std::vector<Hop>* hops(const State& state, int dim, int to_variant) const;
  // Whether what devices hold along the dimension reads the same in two variants.
  bool reads_alike(const ProblemDim& dim, int now, int next, uint64_t owned) const;

 private:
  // Of a collective whose full side is `full` bytes.
  Charge charge(CollectiveKind kind, double full, uint64_t atoms) const;
  double launch(uint64_t atoms) const;

  struct KnownHops {
    int dim, from, to, prefix;
    std::optional<std::vector<Hop>> hops;
  };

  const Problem& problem_;
  mutable std::vector<std::unique_ptr<KnownHops>> known_hops_;
  bool even_links_ = true;
  double least_beta_ = 1;
  double least_alpha_ = 0;
  double tie_ = 0;  // added to every launch: of plans that cost the same, the one of fewer launches
};

}  // namespace partita::core::partition::reshard
