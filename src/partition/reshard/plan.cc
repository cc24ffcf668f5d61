#include "partition/reshard/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <unordered_map>

#include "cost/prices.h"
#include "partition/reshard/meshes.h"
#include "partition/reshard/search.h"
#include "partition/reshard/space.h"
#include "shard/hashing.h"

namespace partita::core::partition::reshard {
namespace {

constexpr std::array<std::string_view, 8> kStepNames = {"slice",          "all-gather", "all-to-all", "permute",
                                                        "reduce-scatter", "all-reduce", "unreduce",   "re-tile"};

double bytes_of(std::span<const int64_t> shape, double element_bytes) {
  for (int64_t size : shape) element_bytes *= static_cast<double>(size);
  return element_bytes;
}

// ---- From a path of states to steps with layouts.

Layout layout_of_state(const Problem& problem, const State& state) {
  Layout layout{problem.mesh, {}, {}, problem.target_reduction, problem.manual};
  std::array<int, kMaxSlots> owner;
  owner.fill(-1);
  for (size_t a = 0; a < problem.atoms.size(); ++a) {
    const Place place = state.place[a];
    if (place < kMaxSlots) owner[place] = static_cast<int>(a);
    if (place == kUnreducedFrom || place == kUnreducedTo) layout.unreduced.push_back(problem.atoms[a].ref);
    if (place == kUnreducedFrom) layout.reduction = problem.source_reduction;
  }
  layout.unreduced = sorted_set(layout.unreduced);
  for (const ProblemDim& dim : problem.dims) {
    const int variant = dim.variant_index < 0 ? 0 : state.variant[dim.variant_index];
    DimLayout out{dim.extent, {}};
    for (uint8_t s : dim.slots[dim.list_of(variant)]) {
      TileDigit digit{problem.slots[s].size, problem.slots[s].tile[variant]};
      if (owner[s] >= 0) digit.owner = problem.atoms[owner[s]].ref;
      out.digits.push_back(digit);
    }
    layout.dims.push_back(std::move(out));
  }
  return layout;
}

// Digits that are local before and after do not matter; those below the last that is not are dropped.
void drop_unused_digits(Step& step) {
  for (size_t d = 0; d < step.before.dims.size(); ++d) {
    DimLayout& before = step.before.dims[d];
    DimLayout& after = step.after.dims[d];
    size_t before_held = before.held_digits();
    size_t after_held = after.held_digits();
    auto same_size = [](const TileDigit& a, const TileDigit& b) { return a.size == b.size && a.tile == b.tile; };
    if (std::equal(before.digits.begin(), before.digits.end(), after.digits.begin(), after.digits.end(), same_size)) {
      before_held = after_held = std::max(before_held, after_held);
    }
    before.digits.resize(before_held);
    after.digits.resize(after_held);
  }
}

void add_path(const Problem& problem, const Path& path, Plan& plan) {
  for (const Move& move : path.moves) {
    Step step;
    step.kind = move.kind;
    step.before = layout_of_state(problem, move.before);
    step.after = layout_of_state(problem, move.after);
    drop_unused_digits(step);
    AxisRefs axes;
    for (uint64_t atoms = move.atoms; atoms != 0; atoms &= atoms - 1) {
      axes.push_back(problem.atoms[std::countr_zero(atoms)].ref);
    }
    step.axes = sorted_set(axes);
    if (move.kind == StepKind::kRetile) {
      step.dim = move.dim;
      const ProblemDim& dim = problem.dims[move.dim];
      step.hops = *Space(problem).hops(move.before, move.dim, move.after.variant[dim.variant_index]);
    }
    step.bytes = move.bytes;
    step.launches = move.launches;
    plan.steps.push_back(std::move(step));
  }
  plan.cost += path.cost;
  plan.exhausted = plan.exhausted || path.exhausted;
}

// ---- Pairs that no single search covers: maximal shardings, meshes without common axes.

class Maker {
 public:
  Maker(std::span<const int64_t> shape, int element_bits, const MeshCosts& costs)
      : shape_(shape), element_bits_(element_bits), costs_(costs) {}

  int rank() const { return std::ssize(shape_); }

  Plan make(const Sharding& from, const Sharding& to) const {
    if (from.is_maximal() || to.is_maximal()) return of_maximal(from, to);
    if (same_mesh(from.mesh_ptr(), to.mesh_ptr())) {
      if (std::optional<Plan> plan = searched(from, to)) return std::move(*plan);
      return across(from, to);
    }
    // A mesh of one device that is not maximal stands for none: all devices hold the value.
    if (from.mesh().device_count() == 1) return make(Sharding::replicated(to.mesh_ptr(), rank()), to);
    if (to.mesh().device_count() == 1) return make(from, Sharding::replicated(from.mesh_ptr(), rank()));
    if (!same_devices(from.mesh(), to.mesh())) return across(from, to);
    if (const std::optional<Sharding> same = on_mesh(to, rank(), from.mesh_ptr())) {
      if (std::optional<Plan> plan = searched(from, *same)) return std::move(*plan);
    } else if (const std::optional<Sharding> other = on_mesh(from, rank(), to.mesh_ptr())) {
      if (std::optional<Plan> plan = searched(*other, to)) return std::move(*plan);
    }
    return across(from, to);
  }

 private:
  std::optional<Plan> searched(const Sharding& from, const Sharding& to) const {
    PARTITA_INVARIANT(from.manual_axes() == to.manual_axes(), "manual axes differ between source and target");
    const std::optional<Problem> problem = make_problem(shape_, element_bits_, from, to, costs_);
    if (!problem) return std::nullopt;
    Plan plan;
    add_path(*problem, cheapest_path(*problem), plan);
    return plan;
  }

  Plan of_maximal(const Sharding& from, const Sharding& to) const {
    Plan plan;
    if (from.is_maximal() && to.is_maximal()) {
      if (from.mesh().maximal_device() != to.mesh().maximal_device()) add_permute(from, to, plan);
    } else if (from.is_maximal()) {
      add_spread(from, to, plan);
    } else {
      const Sharding everywhere = replicated_like(from, rank());
      append(make(from, everywhere), plan);
      if (!devices_within(to.mesh(), from.mesh())) add_permute(everywhere, to, plan);
    }
    return plan;
  }

  // From one device to a mesh: its value is unreduced over the mesh, the other devices having the identity.
  void add_spread(const Sharding& from, const Sharding& to, Plan& plan) const {
    Sharding one = from;
    if (!devices_within(from.mesh(), to.mesh())) {
      one = Sharding::maximal(to.mesh().order().id_at(0));
      add_permute(from, one, plan);
    }
    Sharding::Spec spec = replicated_like(to, rank()).spec();
    spec.unreduced = complement(to.mesh(), to.manual_axes());
    const Sharding sum = Sharding::make(to.mesh_ptr(), std::move(spec)).value();
    Step step;
    step.kind = StepKind::kUnreduce;
    step.before = layout_of(one, shape_);
    step.after = layout_of(sum, shape_);
    step.axes = sum.unreduced_axes();
    plan.steps.push_back(std::move(step));
    append(make(sum, to), plan);
  }

  // The axes of the two have no common pieces: one permute between shards of the same sizes, where they are smallest,
  // or everything gathered where that does not exist.
  Plan across(const Sharding& from, const Sharding& to) const {
    const Sharding everywhere = replicated_like(from, rank());
    const Sharding everywhere_there = replicated_like(to, rank());
    Plan best = make(from, everywhere);
    if (devices_within(to.mesh(), from.mesh())) {
      append(make(everywhere_there, to), best);
    } else {
      add_spread(Sharding::maximal(from.mesh().order().id_at(0)), to, best);
    }
    if (!same_devices(from.mesh(), to.mesh()) || !from.manual_axes().empty()) return best;
    auto consider = [&](const Sharding& here, const Sharding& there) {
      if (!fits_search(from, here) || !fits_search(there, to)) return;
      Plan plan = make(from, here);
      add_permute(here, there, plan);
      append(make(there, to), plan);
      if (plan.cost < best.cost) best = std::move(plan);
    };
    const Sharding source = reduced(from);
    const Sharding target = reduced(to);
    if (const std::optional<Sharding> here = with_shards_of(target, from)) consider(*here, target);
    if (const std::optional<Sharding> there = with_shards_of(source, to)) consider(source, *there);
    return best;
  }
  // Not a way back into across().
  bool fits_search(const Sharding& a, const Sharding& b) const {
    return make_problem(shape_, element_bits_, a, b, costs_).has_value();
  }

  void add_permute(const Sharding& from, const Sharding& to, Plan& plan) const {
    Step step;
    step.kind = StepKind::kPermute;
    step.before = layout_of(from, shape_);
    step.after = layout_of(to, shape_);
    step.axes = complement(to.mesh(), {});
    step.bytes = sent_bytes(CollectiveKind::kPermute, bytes_of(step.before.local_shape(), element_bits_ / 8.0), 1);
    step.launches = 1;
    double alpha = costs_.other.alpha;
    double beta = costs_.other.beta;
    for (const LinkCost& link : costs_.axes) {
      alpha = std::max(alpha, link.alpha);
      beta = std::max(beta, link.beta);
    }
    plan.cost += alpha + beta * step.bytes;
    plan.steps.push_back(std::move(step));
  }

  static void append(Plan tail, Plan& plan) {
    for (Step& step : tail.steps) plan.steps.push_back(std::move(step));
    plan.cost += tail.cost;
    plan.exhausted = plan.exhausted || tail.exhausted;
  }

  std::span<const int64_t> shape_;
  const int element_bits_;
  const MeshCosts& costs_;
};

// Only what determines where elements are.
bool same_placement(const Sharding& a, const Sharding& b) {
  if (a.rank() != b.rank() || !same_mesh(a.mesh_ptr(), b.mesh_ptr()) || a.unreduced_axes() != b.unreduced_axes() ||
      a.reduction() != b.reduction() || a.manual_axes() != b.manual_axes()) {
    return false;
  }
  for (int d = 0; d < a.rank(); ++d) {
    if (a.dim(d).axes != b.dim(d).axes) return false;
  }
  return true;
}

size_t placement_hash(const Sharding& sharding, size_t seed) {
  auto add = [&](const AxisRefs& refs) {
    seed = shard::hash_of(refs.size(), seed);
    for (const AxisRef& ref : refs) seed = shard::hash_of(ref.size + (ref.pre << 20) + (int64_t{ref.axis} << 50), seed);
  };
  for (const DimSharding& dim : sharding.dims()) add(dim.axes);
  add(sharding.unreduced_axes());
  return shard::hash_of(sharding.mesh().device_count(), seed);
}

}  // namespace

std::string_view step_name(StepKind kind) { return kStepNames[static_cast<size_t>(kind)]; }

std::string to_string(const Plan& plan) {
  std::string out;
  for (const Step& step : plan.steps) {
    out += step_name(step.kind);
    std::string axes;
    for (const AxisRef& ref : step.axes) {
      axes += (axes.empty() ? "" : ", ") + shard::to_string(*step.after.mesh, ref);
    }
    out += fmt::format("({}): {} -> {}", axes, to_string(step.before), to_string(step.after));
    if (step.launches > 0) out += fmt::format(", {} bytes", step.bytes);
    if (step.launches > 1) out += fmt::format(" in {} hops", step.launches);
    out += '\n';
  }
  return out;
}

Plan plan_reshard(std::span<const int64_t> shape, int element_bits, const Sharding& from, const Sharding& to,
                  const MeshCosts& costs) {
  for (const Sharding* sharding : {&from, &to}) {
    PARTITA_INVARIANT(sharding->check_rank(shape.size()).ok(), "a sharding of another rank");
  }
  Plan plan = Maker(shape, element_bits, costs).make(from, to);
  const double element_bytes = element_bits / 8.0;
  for (const Sharding* sharding : {&from, &to}) {
    plan.peak_bytes = std::max(plan.peak_bytes, bytes_of(layout_of(*sharding, shape).local_shape(), element_bytes));
  }
  for (const Step& step : plan.steps) {
    plan.bytes += step.bytes;
    plan.launches += step.launches;
    plan.peak_bytes = std::max(plan.peak_bytes, bytes_of(step.after.local_shape(), element_bytes));
  }
  return plan;
}

struct Planner::Cache {
  struct Entry {
    std::vector<int64_t> shape;
    int element_bits;
    Sharding from, to;
    Plan plan;
  };
  MeshCosts costs;
  std::unordered_map<size_t, std::vector<std::unique_ptr<Entry>>> entries;
  Plan nothing;
};

Planner::Planner(MeshCosts costs) : cache_(std::make_unique<Cache>()) { cache_->costs = std::move(costs); }
Planner::~Planner() = default;

const Plan& Planner::plan(std::span<const int64_t> shape, int element_bits, const Sharding& from, const Sharding& to) {
  if (same_placement(from, to)) return cache_->nothing;
  size_t hash = shard::hash_of(element_bits);
  for (int64_t size : shape) hash = shard::hash_of(size, hash);
  std::vector<std::unique_ptr<Cache::Entry>>& bucket = cache_->entries[placement_hash(to, placement_hash(from, hash))];
  for (const std::unique_ptr<Cache::Entry>& entry : bucket) {
    if (entry->element_bits == element_bits && std::ranges::equal(entry->shape, shape) &&
        same_placement(entry->from, from) && same_placement(entry->to, to)) {
      return entry->plan;
    }
  }
  bucket.push_back(
      std::make_unique<Cache::Entry>(Cache::Entry{{shape.begin(), shape.end()},
                                                  element_bits,
                                                  from,
                                                  to,
                                                  plan_reshard(shape, element_bits, from, to, cache_->costs)}));
  return bucket.back()->plan;
}

double Planner::cost(std::span<const int64_t> shape, int element_bits, const Sharding& from, const Sharding& to) {
  return plan(shape, element_bits, from, to).cost;
}

double Planner::wire_bytes(std::span<const int64_t> shape, int element_bits, const Sharding& from, const Sharding& to) {
  return plan(shape, element_bits, from, to).bytes;
}

}  // namespace partita::core::partition::reshard
