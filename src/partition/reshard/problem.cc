#include "partition/reshard/problem.h"

#include <algorithm>
#include <numeric>

namespace partita::core::partition::reshard {
namespace {

int64_t ceil_divide(int64_t n, int64_t k) { return n / k + (n % k != 0); }

int64_t smallest_prime_factor(int64_t n) {
  for (int64_t p = 2; p * p <= n; ++p) {
    if (n % p == 0) return p;
  }
  return n;
}

// The pieces of axes, and how each dimension of both sides reads in them.
class Alignment {
 public:
  Alignment(const Sharding& from, const Sharding& to) : from_(from), to_(to) {}

  struct Dim {
    std::vector<size_t> source, target;  // atoms, major to minor
    size_t common = 0;                   // so many of both have the same sizes
    bool regroups = false;               // the rest of both is not empty and does not fit
  };

  bool run() {
    if (!cut_axes()) return false;
    while (!dims_fit()) {
    }
    return true;
  }
  const AxisRefs& atoms() const { return atoms_; }
  const std::vector<Dim>& dims() const { return dims_; }
  std::vector<size_t> atoms_of(const AxisRefs& refs) const {
    std::vector<size_t> out;
    for (const AxisRef& ref : refs) {
      for (size_t i = 0; i < atoms_.size(); ++i) {
        if (contains(ref, atoms_[i])) out.push_back(i);
      }
    }
    return out;
  }

 private:
  // At every bound of a reference; bounds of one axis must divide one another.
  bool cut_axes() {
    const Mesh& mesh = from_.mesh();
    std::vector<std::vector<int64_t>> bounds(mesh.axis_count());
    auto add = [&](const AxisRefs& refs) {
      for (const AxisRef& ref : refs) {
        bounds[ref.axis].push_back(ref.pre);
        bounds[ref.axis].push_back(ref.end());
      }
    };
    for (const Sharding* sharding : {&from_, &to_}) {
      for (const DimSharding& dim : sharding->dims()) add(dim.axes);
      add(sharding->unreduced_axes());
      add(sharding->manual_axes());
    }
    for (int axis = 0; axis < mesh.axis_count(); ++axis) {
      std::vector<int64_t>& cuts = bounds[axis];
      cuts.push_back(1);
      cuts.push_back(mesh.axis(axis).size);
      std::sort(cuts.begin(), cuts.end());
      cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
      for (size_t i = 0; i + 1 < cuts.size(); ++i) {
        if (cuts[i + 1] % cuts[i] != 0) return false;
        const AxisRef atom{axis, cuts[i], cuts[i + 1] / cuts[i]};
        if (!overlaps(std::span(from_.manual_axes()), atom)) atoms_.push_back(atom);
      }
    }
    return true;
  }

  void split(size_t atom, int64_t major) {
    const AxisRef before = atoms_[atom];
    atoms_[atom].size = major;
    atoms_.insert(atoms_.begin() + static_cast<int64_t>(atom) + 1,
                  {before.axis, before.pre * major, before.size / major});
  }

  // Reads all dimensions side by side. False where an atom had to be split for it: then all is to be read again.
  bool dims_fit() {
    dims_.clear();
    for (int d = 0; d < from_.rank(); ++d) {
      Dim dim{atoms_of(from_.dim(d).axes), atoms_of(to_.dim(d).axes), 0, false};
      const size_t both = std::min(dim.source.size(), dim.target.size());
      for (; dim.common < both; ++dim.common) {
        const size_t s = dim.source[dim.common];
        const size_t t = dim.target[dim.common];
        const int64_t a = atoms_[s].size;
        const int64_t b = atoms_[t].size;
        if (a == b) continue;
        const int64_t divisor = std::gcd(a, b);
        if (divisor == 1) break;
        // Splitting one moves the indices behind it: one at a time.
        if (divisor < a) {
          split(s, divisor);
        } else {
          split(t, divisor);
        }
        return false;
      }
      dim.regroups = dim.common < both;
      if (dim.regroups && !splits_are_primes(dim)) return false;
      dims_.push_back(std::move(dim));
    }
    return true;
  }

  // Tails of coprime products complete each other. Others are cut down to primes, whose products always do.
  bool splits_are_primes(const Dim& dim) {
    auto product = [&](const std::vector<size_t>& list) {
      int64_t out = 1;
      for (size_t i = dim.common; i < list.size(); ++i) out *= atoms_[list[i]].size;
      return out;
    };
    if (std::gcd(product(dim.source), product(dim.target)) == 1) return true;
    for (const std::vector<size_t>* list : {&dim.source, &dim.target}) {
      for (size_t i = dim.common; i < list->size(); ++i) {
        const int64_t size = atoms_[(*list)[i]].size;
        if (const int64_t prime = smallest_prime_factor(size); prime != size) {
          split((*list)[i], prime);
          return false;
        }
      }
    }
    return true;
  }

  const Sharding& from_;
  const Sharding& to_;
  AxisRefs atoms_;
  std::vector<Dim> dims_;
};

// Tiles of equal length over the first `flat` slots, each below divided independently.
void set_tiles(Problem& problem, const ProblemDim& dim, int list, int variant, size_t flat) {
  const std::vector<uint8_t>& slots = dim.slots[list];
  int64_t shards = 1;
  for (size_t i = 0; i < flat; ++i) shards *= problem.slots[slots[i]].size;
  int64_t tile = ceil_divide(dim.extent, shards);
  for (size_t i = flat; i-- > 0;) {
    problem.slots[slots[i]].tile[variant] = tile;
    tile *= problem.slots[slots[i]].size;
  }
  tile = flat == 0 ? dim.extent : problem.slots[slots[flat - 1]].tile[variant];
  for (size_t i = flat; i < slots.size(); ++i) {
    tile = ceil_divide(tile, problem.slots[slots[i]].size);
    problem.slots[slots[i]].tile[variant] = tile;
  }
}

class ProblemMaker {
 public:
  ProblemMaker(Problem& problem, const Alignment& alignment) : problem_(problem), alignment_(alignment) {}

  bool make(std::span<const int64_t> shape) {
    size_t slots = 0;
    for (const Alignment::Dim& dim : alignment_.dims()) slots += 2 * (dim.source.size() + dim.target.size());
    if (slots > kMaxSlots || alignment_.atoms().size() > kMaxAtoms) return false;
    for (size_t d = 0; d < shape.size(); ++d) add_dim(d, shape[d]);
    add_spares();
    int several = 0;
    for (size_t d = 0; d < shape.size(); ++d) {
      set_variants(problem_.dims[d], alignment_.dims()[d]);
      if (problem_.dims[d].variants > 1) problem_.dims[d].variant_index = several++;
    }
    return several <= kMaxVariantDims;
  }

 private:
  uint8_t add_slot(int dim, int64_t size) {
    problem_.slots.push_back({dim, size});
    return static_cast<uint8_t>(problem_.slots.size() - 1);
  }
  int64_t size_of(size_t atom) const { return alignment_.atoms()[atom].size; }

  void add_dim(int d, int64_t extent) {
    const Alignment::Dim& from = alignment_.dims()[d];
    ProblemDim dim;
    dim.extent = extent;
    dim.common = from.common;
    auto add_tail = [&](const std::vector<size_t>& own, const std::vector<size_t>& other, std::vector<uint8_t>& list) {
      std::vector<int64_t> missing;
      for (size_t i = from.common; i < other.size(); ++i) missing.push_back(size_of(other[i]));
      for (size_t i = from.common; i < own.size(); ++i) {
        list.push_back(add_slot(d, size_of(own[i])));
        if (auto found = std::find(missing.begin(), missing.end(), size_of(own[i])); found != missing.end()) {
          missing.erase(found);
        }
      }
      for (int64_t size : missing) {
        if (!from.regroups) break;
        list.push_back(add_slot(d, size));
        problem_.slots.back().completing = true;
      }
    };
    for (size_t i = 0; i < from.common; ++i) dim.slots[0].push_back(add_slot(d, size_of(from.source[i])));
    if (from.regroups) {
      dim.variants = kMaxVariants;
      dim.slots[1] = dim.slots[0];
      add_tail(from.target, from.source, dim.slots[1]);
      add_tail(from.source, from.target, dim.slots[0]);
    } else {
      const bool source_longer = from.source.size() > from.target.size();
      add_tail(source_longer ? from.source : from.target, {}, dim.slots[0]);
    }
    const std::vector<uint8_t>& goals = dim.slots[from.regroups ? 1 : 0];
    for (size_t i = 0; i < from.source.size(); ++i) problem_.atoms[from.source[i]].source = dim.slots[0][i];
    for (size_t i = 0; i < from.target.size(); ++i) problem_.atoms[from.target[i]].goal = goals[i];
    problem_.dims.push_back(std::move(dim));
  }

  // In the dimension with most room below, preferably without padding.
  void add_spares() {
    std::vector<int64_t> room;
    for (const ProblemDim& dim : problem_.dims) {
      int64_t shards = 1;
      for (uint8_t slot : dim.slots[0]) shards *= problem_.slots[slot].size;
      room.push_back(ceil_divide(dim.extent, shards));
    }
    for (const Atom& atom : problem_.atoms) {
      if (problem_.slots.size() >= kMaxSlots) return;
      const int64_t size = atom.ref.size;
      int best = -1;
      auto quality = [&](size_t d) { return std::pair(room[d] % size == 0, room[d]); };
      for (size_t d = 0; d < room.size(); ++d) {
        if (room[d] < size || (room[d] % size != 0 && room[d] < 4 * size)) continue;
        if (best < 0 || quality(d) > quality(best)) best = static_cast<int>(d);
      }
      if (best < 0) continue;
      const uint8_t spare = add_slot(best, size);
      problem_.slots[spare].spare = true;
      ProblemDim& dim = problem_.dims[best];
      dim.slots[0].push_back(spare);
      if (dim.regroups()) dim.slots[1].push_back(spare);
      ++dim.spares;
      room[best] = ceil_divide(room[best], size);
    }
  }

  void set_variants(ProblemDim& dim, const Alignment::Dim& from) {
    if (dim.regroups()) {
      set_tiles(problem_, dim, 0, 0, from.source.size());
      set_tiles(problem_, dim, 0, 1, dim.slots[0].size() - dim.spares);
      set_tiles(problem_, dim, 1, 2, dim.slots[1].size() - dim.spares);
      set_tiles(problem_, dim, 1, 3, from.target.size());
      return;
    }
    // A dimension that is undivided on one side takes the tiles of the other at once.
    set_tiles(problem_, dim, 0, 0, from.source.empty() ? from.target.size() : from.source.size());
    set_tiles(problem_, dim, 0, 1, from.target.empty() ? from.source.size() : from.target.size());
    for (uint8_t slot : dim.slots[0]) {
      if (problem_.slots[slot].tile[0] != problem_.slots[slot].tile[1]) dim.variants = 2;
    }
  }

  Problem& problem_;
  const Alignment& alignment_;
};

}  // namespace

std::optional<Problem> make_problem(std::span<const int64_t> shape, int element_bits, const Sharding& from,
                                    const Sharding& to, const MeshCosts& costs) {
  Alignment alignment(from, to);
  if (!alignment.run()) return std::nullopt;
  Problem problem;
  problem.mesh = from.mesh_ptr();
  problem.element_bytes = element_bits / 8.0;
  problem.source_reduction = from.unreduced_axes().empty() ? to.reduction() : from.reduction();
  problem.target_reduction = to.reduction();
  problem.manual = from.manual_axes();
  for (const AxisRef& ref : alignment.atoms()) problem.atoms.push_back({ref, costs.of(ref.axis)});
  ProblemMaker maker(problem, alignment);
  if (!maker.make(shape)) return std::nullopt;
  const bool same = from.unreduced_axes().empty() || to.unreduced_axes().empty() || from.reduction() == to.reduction();
  for (size_t i : alignment.atoms_of(from.unreduced_axes())) problem.atoms[i].source = kUnreducedFrom;
  for (size_t i : alignment.atoms_of(to.unreduced_axes())) problem.atoms[i].goal = same ? kUnreducedFrom : kUnreducedTo;
  return problem;
}

}  // namespace partita::core::partition::reshard
