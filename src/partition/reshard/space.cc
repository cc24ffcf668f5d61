#include "partition/reshard/space.h"

#include <algorithm>
#include <bit>

namespace partita::core::partition::reshard {
namespace {

bool is_slot(Place place) { return place < kMaxSlots; }

}  // namespace

Space::Space(const Problem& problem) : problem_(problem) {
  if (problem.atoms.empty()) return;
  const LinkCost& first = problem.atoms[0].link;
  least_beta_ = first.beta;
  least_alpha_ = first.alpha;
  for (const Atom& atom : problem.atoms) {
    even_links_ = even_links_ && atom.link == first;
    least_beta_ = std::min(least_beta_, atom.link.beta);
    least_alpha_ = std::min(least_alpha_, atom.link.alpha);
  }
  tie_ = 1e-6 * std::max(least_beta_, 1e-12);
}

State Space::start() const {
  State state;
  for (size_t i = 0; i < problem_.atoms.size(); ++i) state.place[i] = problem_.atoms[i].source;
  return state;
}

bool Space::is_goal(const State& state) const {
  for (size_t i = 0; i < problem_.atoms.size(); ++i) {
    if (state.place[i] != problem_.atoms[i].goal) return false;
  }
  return std::all_of(problem_.dims.begin(), problem_.dims.end(),
                     [&](const ProblemDim& dim) { return in_final_tiles(state, dim); });
}

uint64_t Space::owned(const State& state) const {
  uint64_t out = 0;
  for (size_t i = 0; i < problem_.atoms.size(); ++i) {
    if (is_slot(state.place[i])) out |= bit(state.place[i]);
  }
  return out;
}

uint64_t Space::usable(const State& state) const {
  uint64_t out = 0;
  for (const ProblemDim& dim : problem_.dims) {
    for (uint8_t s : slots(state, dim)) out |= bit(s);
  }
  return out;
}

double Space::local_bytes(const State& state, uint64_t exposed) const {
  const uint64_t held = owned(state);
  double total = problem_.element_bytes;
  for (const ProblemDim& dim : problem_.dims) {
    const auto v = static_cast<size_t>(variant(state, dim));
    int64_t local = 1;
    int64_t size = dim.extent;
    for (uint8_t s : slots(state, dim)) {
      const Slot& slot = problem_.slots[s];
      if ((held & bit(s)) == 0) local *= slot.size;
      if (((held | exposed) & bit(s)) != 0) size = local * slot.tile[v];
    }
    total *= static_cast<double>(size);
  }
  return total;
}

double Space::launch(uint64_t atoms) const {
  double alpha = 0;
  for_each_bit(atoms, [&](int a) { alpha = std::max(alpha, atom(a).link.alpha); });
  return alpha + tie_;
}

// Where links differ a collective goes over one axis after the other, each byte at the slowest link it crosses (an
// all-to-all), or once per kind of link, fast ones first, while what is left becomes smaller.
Charge Space::charge(CollectiveKind kind, double full, uint64_t atoms) const {
  if (even_links_) {
    double group = 1;
    for_each_bit(atoms, [&](int a) { group *= static_cast<double>(atom(a).ref.size); });
    const double sent = sent_bytes(kind, full, group);
    return {sent, sent * least_beta_ + launch(atoms), 1};
  }
  std::array<int, kMaxAtoms> order;
  int count = 0;
  for_each_bit(atoms, [&](int a) { order[count++] = a; });
  const bool slow_first = kind == CollectiveKind::kAllToAll;
  std::stable_sort(order.begin(), order.begin() + count, [&](int a, int b) {
    return slow_first ? atom(a).link.beta > atom(b).link.beta : atom(a).link.beta < atom(b).link.beta;
  });
  Charge charge{0, launch(atoms), 1};
  for (int i = 0; i < count; ++i) {
    const Atom& step = atom(order[i]);
    const auto size = static_cast<double>(step.ref.size);
    const double sent = sent_bytes(kind, full, size);
    charge.bytes += sent;
    charge.cost += sent * step.link.beta;
    full /= size;
  }
  return charge;
}

Charge Space::all_to_all(double bytes, uint64_t atoms) const { return charge(CollectiveKind::kAllToAll, bytes, atoms); }
Charge Space::reduce_scatter(double bytes, uint64_t atoms) const {
  return charge(CollectiveKind::kReduceScatter, bytes, atoms);
}
Charge Space::all_reduce(double bytes, uint64_t atoms) const {
  return charge(CollectiveKind::kAllReduce, bytes, atoms);
}

Charge Space::gather(double bytes, uint64_t atoms) const {
  for_each_bit(atoms, [&](int a) { bytes *= static_cast<double>(atom(a).ref.size); });
  return charge(CollectiveKind::kAllGather, bytes, atoms);
}

Charge Space::permute(double bytes, uint64_t atoms) const {
  double beta = 0;
  for_each_bit(atoms, [&](int a) { beta = std::max(beta, atom(a).link.beta); });
  const double sent = sent_bytes(CollectiveKind::kPermute, bytes, 1);
  return {sent, sent * beta + launch(atoms), 1};
}

int Space::owned_prefix(const State& state, const ProblemDim& dim, uint64_t owned) const {
  int prefix = 0;
  bool local_above = false;
  for (uint8_t s : slots(state, dim)) {
    if ((owned & bit(s)) == 0) {
      local_above = true;
    } else if (local_above) {
      return -1;
    } else {
      ++prefix;
    }
  }
  return prefix;
}

const std::vector<Hop>* Space::hops(const State& state, int d, int to_variant) const {
  const ProblemDim& dim = problem_.dims[d];
  const int prefix = owned_prefix(state, dim, owned(state));
  if (prefix < 0) return nullptr;
  const int now = variant(state, dim);
  const bool other_list = dim.list_of(now) != dim.list_of(to_variant);
  if (other_list && static_cast<size_t>(prefix) > dim.common) return nullptr;
  for (const std::unique_ptr<KnownHops>& known : known_hops_) {
    if (known->dim != d || known->from != now || known->to != to_variant || known->prefix != prefix) continue;
    return known->hops ? &*known->hops : nullptr;
  }
  auto levels = [&](int v) {
    std::vector<Level> out;
    const std::vector<uint8_t>& slots = dim.slots[dim.list_of(v)];
    for (size_t i = 0; i < static_cast<size_t>(prefix); ++i) {
      out.push_back({slot(slots[i]).size, slot(slots[i]).tile[v]});
    }
    return out;
  };
  known_hops_.push_back(std::make_unique<KnownHops>(
      KnownHops{d, now, to_variant, prefix, retile_hops(levels(now), levels(to_variant), dim.extent)}));
  const KnownHops& known = *known_hops_.back();
  return known.hops ? &*known.hops : nullptr;
}

bool Space::reads_alike(const ProblemDim& dim, int now, int next, uint64_t owned) const {
  const std::vector<uint8_t>& from = dim.slots[dim.list_of(now)];
  const std::vector<uint8_t>& to = dim.slots[dim.list_of(next)];
  size_t held = from.size();
  while (held > 0 && (owned & bit(from[held - 1])) == 0) --held;
  if (dim.list_of(now) != dim.list_of(next) && held > dim.common) {
    // With other sizes, but the same product of them, above what is owned: all of it must be local, and flat.
    const bool only_spares = std::all_of(from.begin() + static_cast<int64_t>(dim.common), from.end(),
                                         [&](uint8_t s) { return slot(s).spare || (owned & bit(s)) == 0; });
    return now == 1 && next == 2 && only_spares;
  }
  for (size_t i = 0; i < held; ++i) {
    if (slot(from[i]).tile[now] != slot(to[i]).tile[next]) return false;
  }
  return true;
}

uint64_t Space::settle(State& state) const {
  uint64_t held = owned(state);
  for (const ProblemDim& dim : problem_.dims) {
    for (int next = dim.variants - 1; next > variant(state, dim); --next) {
      if (!reads_alike(dim, variant(state, dim), next, held)) continue;
      state.variant[dim.variant_index] = static_cast<uint8_t>(next);
      next = dim.variants;  // and on from there
    }
  }
  uint64_t sliced = 0;
  for (int a = 0; a < atom_count(); ++a) {
    const Place goal = atom(a).goal;
    if (state.place[a] != kReplicated || !is_slot(goal) || (held & bit(goal)) != 0) continue;
    if (!in_final_tiles(state, problem_.dims[slot(goal).dim])) continue;
    state.place[a] = goal;
    held |= bit(goal);
    sliced |= bit(a);
  }
  return sliced;
}

double Space::finish(State state, std::vector<Move>* moves) const {
  double total = 0;
  State before = state;
  auto add = [&](StepKind kind, uint64_t atoms, const Charge& charge) {
    total += charge.cost;
    before.variant = state.variant;
    if (moves != nullptr)
      moves->push_back({kind, atoms, -1, before, state, charge.bytes, charge.cost, charge.launches});
    before = state;
  };
  auto place_of = [&](int a) -> Place& { return state.place[a]; };

  uint64_t held = owned(state);
  uint64_t scattered_atoms = 0;
  uint64_t entered = 0;
  uint64_t reduced = 0;
  uint64_t gathered = 0;
  uint64_t unreduced = 0;
  for (int a = 0; a < atom_count(); ++a) {
    const Place place = place_of(a);
    const Place goal = atom(a).goal;
    if (place == kUnreducedFrom && goal != kUnreducedFrom) {
      const bool fits =
          is_slot(goal) && (held & bit(goal)) == 0 && in_final_tiles(state, problem_.dims[slot(goal).dim]);
      (fits ? scattered_atoms : reduced) |= bit(a);
      if (fits) entered |= bit(goal);
    } else if (is_slot(place) && (place != goal || !in_final_tiles(state, problem_.dims[slot(place).dim]))) {
      gathered |= bit(a);
    }
    if (place != goal && (goal == kUnreducedFrom || goal == kUnreducedTo)) unreduced |= bit(a);
  }
  if (scattered_atoms != 0) {
    const Charge charge = reduce_scatter(local_bytes(state, entered), scattered_atoms);
    for_each_bit(scattered_atoms, [&](int a) { place_of(a) = atom(a).goal; });
    add(StepKind::kReduceScatter, scattered_atoms, charge);
  }
  if (reduced != 0) {
    const Charge charge = all_reduce(local_bytes(state), reduced);
    for_each_bit(reduced, [&](int a) { place_of(a) = kReplicated; });
    add(StepKind::kAllReduce, reduced, charge);
  }
  if (gathered != 0) {
    const Charge charge = gather(local_bytes(state), gathered);
    for_each_bit(gathered, [&](int a) { place_of(a) = kReplicated; });
    add(StepKind::kAllGather, gathered, charge);
  }
  if (const uint64_t sliced = settle(state); sliced != 0) {
    add(StepKind::kSlice, sliced, {0, gathered != 0 ? detour() : 0, 0});
  }
  if (unreduced != 0) {
    for_each_bit(unreduced, [&](int a) { place_of(a) = atom(a).goal; });
    add(StepKind::kUnreduce, unreduced, {});
  }
  return total;
}

double Space::lower_bound(const State& state) const {
  // Of the largest tile of the target, the part that some device has already. Devices that end with parts of a sum
  // share the work: one of them is enough for each element, and what any of them has counts.
  bool everything_moves = false;
  double reduced = 1;  // devices whose contributions meet
  double devices = 1;
  double sharing = 1;
  auto ends_unreduced = [&](int a) { return atom(a).goal == kUnreducedFrom || atom(a).goal == kUnreducedTo; };
  for (int a = 0; a < atom_count(); ++a) {
    const Place place = state.place[a];
    const Place goal = atom(a).goal;
    const auto size = static_cast<double>(atom(a).ref.size);
    devices *= size;
    if (ends_unreduced(a)) sharing *= size;
    if (place == kUnreducedFrom && goal != kUnreducedFrom) {
      everything_moves = true;
      reduced *= size;
    }
  }
  std::array<int8_t, kMaxSlots> owner;
  owner.fill(-1);
  std::array<int8_t, kMaxSlots> goal_owner = owner;
  for (int a = 0; a < atom_count(); ++a) {
    if (is_slot(state.place[a])) {
      owner[state.place[a]] = static_cast<int8_t>(a);
    }
    if (is_slot(atom(a).goal)) goal_owner[atom(a).goal] = static_cast<int8_t>(a);
  }
  double wanted = problem_.element_bytes;
  double global_bytes = problem_.element_bytes;
  double has = 1;
  for (const ProblemDim& dim : problem_.dims) {
    const bool final = in_final_tiles(state, dim);
    const std::vector<uint8_t>& list = dim.slots[dim.regroups() ? 1 : 0];
    int64_t size = dim.extent;
    for (uint8_t s : list) {
      const int64_t tile = slot(s).tile[dim.variants - 1];
      if (final && owner[s] >= 0 && !ends_unreduced(owner[s])) {
        if (goal_owner[s] < 0) {
          has *= static_cast<double>(tile) / static_cast<double>(std::max<int64_t>(size, 1));
        } else if (goal_owner[s] != owner[s]) {
          everything_moves = true;
        }
      }
      size = std::min(size, tile);
    }
    int64_t shard = dim.extent;
    for (uint8_t s : list) {
      if (goal_owner[s] >= 0) shard = slot(s).tile[dim.variants - 1];
    }
    wanted *= static_cast<double>(std::min(shard, dim.extent));
    global_bytes *= static_cast<double>(dim.extent);
  }
  if (everything_moves) has = 0;
  if (has >= 1) return 0;
  double sent = wanted * (1 - has) / sharing;
  // Every element takes reduced - 1 transfers to combine, and one for each further device that wants it.
  if (reduced > 1) sent += global_bytes * (reduced - 2) / devices;
  return sent * least_beta_ + least_alpha_ + tie_;
}

}  // namespace partita::core::partition::reshard
