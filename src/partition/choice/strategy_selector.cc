#include "partition/choice/strategy_selector.h"

#include <algorithm>
#include <deque>

#include "base/hash.h"
#include "base/maps.h"
#include "cost/op_prices.h"
#include "ir/views.h"

namespace partita::core::partition {

std::optional<Sharding> sharding_from_factors(const Rule& rule, const TensorFactors& tensor, const FactorAxes& axes,
                                              const MeshPtr& mesh, const AxisRefs& manual, int rank,
                                              bool moves_boundaries) {
  Sharding::Spec spec;
  spec.dims.resize(rank);
  spec.manual = manual;
  for (size_t d = 0; d < tensor.size(); ++d) {
    bool room_above = false;
    for (int f : tensor[d]) {
      const AxisRefs& mine = axes[f];
      int64_t size = rule.factors[f].size;
      if (!mine.empty() && room_above) return std::nullopt;
      if (tensor[d].size() > 1) {
        bool movable = moves_boundaries && f == tensor[d].front();
        if (!mine.empty() && !movable && (size == 0 || size % total_size(mine) != 0)) return std::nullopt;
        room_above = room_above || total_size(mine) != size;
      }
      spec.dims[d].axes.insert(spec.dims[d].axes.end(), mine.begin(), mine.end());
    }
  }
  Result<Sharding> made = Sharding::make(mesh, std::move(spec));
  return made.ok() ? std::optional(std::move(*made)) : std::nullopt;
}

const Sharding* with_manual_of(const Sharding* from, const Sharding& to, ShardingPool& pool) {
  if (from->manual_axes() == to.manual_axes() || from->is_maximal() || to.is_maximal()) return from;
  const bool same = from->mesh_ptr() == to.mesh_ptr();
  Sharding::Spec spec;
  spec.dims = from->dims();
  for (DimSharding& dim : spec.dims) dim.axes = same ? outside(dim.axes, to.manual_axes()) : AxisRefs();
  spec.manual = to.manual_axes();
  Result<Sharding> made = Sharding::make(to.mesh_ptr(), std::move(spec));
  PARTITA_INVARIANT(made.ok(), "a value has no place in manual code: " + made.error().diagnostic.message);
  return pool.intern(std::move(*made));
}

double order_penalty(const Op& op, const Factor& factor, double parts) {
  constexpr double kFactor = 64, kLimit = 32e6;
  if (!op.is(OpKind::kScatter) || factor.kind != FactorKind::kReduce) return 0;
  double bytes = 0;
  for (int i = 0; i < op.num_results(); ++i) {
    Type type = op.result(i)->type();
    if (is_float(type.element()) && bit_width(type.element()) < 32) bytes += cost::bytes_of(type);
  }
  return std::min(kFactor * bytes / parts, kLimit);
}

namespace {

// The shardings of all tensors with these axes on the factors. Nothing where a tensor has no such sharding, or where
// partial results cannot be expressed as unreduced.
std::optional<Choice> build_choice(const Op& op, const Rule& rule, const FactorAxes& axes,
                                   std::span<const StrategySelector::Flow> flows, const MeshPtr& mesh,
                                   const AxisRefs& manual, ShardingPool& pool,
                                   const LoweringCapabilities& capabilities) {
  Choice choice;
  choice.axes = axes;
  AxisRefs reduced_axes;
  std::optional<ReductionKind> kind;
  for (size_t f = 0; f < axes.size(); ++f) {
    if (axes[f].empty()) continue;
    choice.axes[f] = joined(axes[f]);
    const Factor& factor = rule.factors[f];
    if (factor.kind != FactorKind::kReduce) continue;
    if (!factor.reduction || (kind && *kind != *factor.reduction)) {
      // The result is not unreduced: the lowering pattern combines the parts itself, or the factor is not divided.
      if (!capabilities.can_divide(op, rule, f, 2)) return std::nullopt;
      continue;
    }
    kind = factor.reduction;
    reduced_axes.insert(reduced_axes.end(), axes[f].begin(), axes[f].end());
  }
  if (!flows.empty() && kind && *kind != ReductionKind::kSum) return std::nullopt;
  const int operands = op.num_operands();
  for (int t = 0; t < operands + op.num_results(); ++t) {
    const bool result = t >= operands;
    Type type = result ? op.result(t - operands)->type() : op.operand(t)->type();
    std::vector<const Sharding*>& list = result ? choice.results : choice.operands;
    if (!is_shaped(type)) {
      list.push_back(nullptr);
      continue;
    }
    static const TensorFactors kNothing;
    const bool known = t < rule.num_tensors() && !rule.tensor(t).empty();
    std::optional<Sharding> needed = sharding_from_factors(rule, known ? rule.tensor(t) : kNothing, choice.axes, mesh,
                                                           manual, type.rank(), capabilities.moves_boundaries(op));
    if (!needed) return std::nullopt;
    AxisRefs unreduced;
    if (result) {
      for (const AxisRef& axis : reduced_axes) {
        if (!overlaps(needed->sharded_axes(), axis)) unreduced.push_back(axis);
      }
    }
    for (const StrategySelector::Flow& flow : flows) {
      if (result || (t < 64 && (flow.operands >> t & 1) != 0)) unreduced.push_back(flow.axis);
    }
    if (!unreduced.empty()) {
      Sharding::Spec spec = needed->spec();
      spec.unreduced = std::move(unreduced);
      spec.reduction = kind.value_or(ReductionKind::kSum);
      Result<Sharding> made = Sharding::make(mesh, std::move(spec));
      if (!made.ok()) return std::nullopt;
      needed = std::move(*made);
    }
    list.push_back(pool.intern(std::move(*needed)));
  }
  return choice;
}

class OneChoice {
 public:
  OneChoice(const Op& op, const Rule& rule, ShardingPool& pool, const LoweringCapabilities& capabilities,
            const Pricing& pricing, std::span<const Sharding* const> operands, std::span<const Sharding* const> results)
      : op_(op),
        rule_(rule),
        pool_(pool),
        capabilities_(capabilities),
        pricing_(pricing),
        work_(pricing.work_of(op, rule)),
        operands_(operands),
        results_(results) {
    stored_.insert(stored_.end(), operands.begin(), operands.end());
    stored_.insert(stored_.end(), results.begin(), results.end());
  }

  Choice run(PlanKind kind) {
    find_mesh();
    if (std::optional<Choice> same = handed_on()) return std::move(*same);
    FactorAxes none(rule_.factors.size());
    Choice best = evaluate(none);
    if (mesh_ == nullptr) return best;
    collect_atoms();
    const bool product = cost::matrix_operations(op_) > 0;
    if (kind == PlanKind::kAnnotated && (product || op_.is(OpKind::kReduce))) {
      Choice hinted = evaluate(divisible(product ? where_two_agree() : where_operand_is()));
      if (hinted.cost < kImpossible) {
        improve(hinted);
        return hinted;
      }
      collect_atoms();
    }
    for (int t = std::ssize(stored_) - 1; t >= 0; --t) try_start(axes_of(t), best);
    try_start(agreed(), best);
    improve(best);
    return best;
  }

 private:
  // An identity keeps its sharding where both sides are stored alike, also an unreduced one.
  std::optional<Choice> handed_on() const {
    if (!rule_.per_value || operands_.size() != results_.size()) return std::nullopt;
    bool unreduced = false;
    for (size_t i = 0; i < results_.size(); ++i) {
      if (results_[i] == nullptr || results_[i] != operands_[i]) return std::nullopt;
      unreduced = unreduced || !results_[i]->unreduced_axes().empty();
    }
    if (!unreduced) return std::nullopt;
    Choice choice;
    choice.axes = axes_of(operands_.size());
    choice.operands.assign(operands_.begin(), operands_.end());
    choice.results.assign(results_.begin(), results_.end());
    return choice;
  }

  Type type(int t) const {
    return t < op_.num_operands() ? op_.operand(t)->type() : op_.result(t - op_.num_operands())->type();
  }
  bool known(int t) const { return stored_[t] != nullptr && t < rule_.num_tensors() && !rule_.tensor(t).empty(); }

  // The mesh of the largest tensor that is divided; manual axes are those of any.
  void find_mesh() {
    double most = -1;
    MeshPtr any;
    for (int t = 0; t < std::ssize(stored_); ++t) {
      const Sharding* s = stored_[t];
      if (s == nullptr) continue;
      if (any == nullptr) any = s->mesh_ptr();
      if (!s->manual_axes().empty()) {
        manual_ = s->manual_axes();
        any = s->mesh_ptr();
      }
      if (s->is_maximal() || s->sharded_axes().empty() || !known(t)) continue;
      // Of equal sizes the last, a result: an operand may exist in the sharding already, or be cheap to rematerialize.
      if (cost::bytes_of(type(t)) >= most) {
        most = cost::bytes_of(type(t));
        mesh_ = s->mesh_ptr();
      }
    }
    base_mesh_ = mesh_ != nullptr ? mesh_ : any;
  }

  FactorAxes axes_of(int t) const {
    const Sharding* s = stored_[t];
    if (!known(t) || s->mesh_ptr() != mesh_) return FactorAxes(rule_.factors.size());
    return complete::axes_on_factors(rule_, rule_.tensor(t), s, nullptr);
  }

  // Parts of axes that no storage sharding splits further.
  void collect_atoms() {
    AxisRefs all;
    for (int t = 0; t < std::ssize(stored_); ++t) {
      for (const AxisRefs& axes : axes_of(t)) all.insert(all.end(), axes.begin(), axes.end());
    }
    atoms_ = disjoint_pieces(all);
  }

  // The axes of all tensors where they do not conflict, results first.
  FactorAxes agreed() const {
    FactorAxes out(rule_.factors.size());
    for (int t = std::ssize(stored_) - 1; t >= 0; --t) {
      FactorAxes mine = axes_of(t);
      for (size_t f = 0; f < mine.size(); ++f) {
        for (const AxisRef& axis : mine[f]) {
          bool used = false;
          for (const AxisRefs& others : out) used = used || overlaps(others, axis);
          if (!used) out[f].push_back(axis);
        }
      }
    }
    return out;
  }

  // The axes that two tensors or more have on the same factor, there; they are no atoms any more, and stay. Of the
  // three tensors of a product no two others can agree on another factor.
  FactorAxes where_two_agree() {
    std::vector<FactorAxes> split;  // by tensor, in atoms
    for (int t = 0; t < std::ssize(stored_); ++t) {
      split.push_back(axes_of(t));
      for (AxisRefs& axes : split.back()) axes = split_at(axes, atoms_);
    }
    auto contains = [](const AxisRefs& axes, const AxisRef& axis) {
      return std::find(axes.begin(), axes.end(), axis) != axes.end();
    };
    FactorAxes out(rule_.factors.size());
    AxisRefs placed;
    for (int t = std::ssize(split) - 1; t >= 0; --t) {
      for (size_t f = 0; f < out.size(); ++f) {
        for (const AxisRef& axis : split[t][f]) {
          const auto have = std::count_if(split.begin(), split.end(),
                                          [&](const FactorAxes& other) { return contains(other[f], axis); });
          if (have < 2 || contains(placed, axis)) continue;
          out[f].push_back(axis);
          placed.push_back(axis);
        }
      }
    }
    atoms_ = outside(atoms_, placed);
    return out;
  }

  // The axes of the first operand as they are; no atoms any more, either.
  FactorAxes where_operand_is() {
    FactorAxes out = axes_of(0);
    for (const AxisRefs& axes : out) atoms_ = outside(atoms_, axes);
    return out;
  }

  // Without axes on factors that the pattern cannot divide.
  FactorAxes divisible(FactorAxes axes) const {
    for (size_t f = 0; f < axes.size(); ++f) {
      while (!axes[f].empty() && !possible(f, axes[f])) axes[f].pop_back();
    }
    return axes;
  }
  void try_start(const FactorAxes& axes, Choice& best) { consider(divisible(axes), best); }

  bool possible(int factor, const AxisRefs& axes) const {
    int64_t shards = total_size(axes);
    return shards == 1 || capabilities_.can_divide(op_, rule_, factor, shards);
  }

  void consider(const FactorAxes& axes, Choice& best) {
    Choice candidate = evaluate(axes);
    if (candidate.cost < best.cost) best = std::move(candidate);
  }

  // Local search: moves one axis to another factor, or to none, as long as the cost falls.
  void improve(Choice& best) {
    for (int round = 0; round < 4; ++round) {
      double before = best.cost;
      for (const AxisRef& atom : atoms_) {
        FactorAxes without = best.axes;
        for (AxisRefs& axes : without) axes = outside(split_at(axes, std::span(&atom, 1)), std::span(&atom, 1));
        consider(without, best);
        for (size_t f = 0; f < rule_.factors.size(); ++f) {
          FactorAxes with = without;
          with[f].push_back(atom);
          if (possible(f, with[f])) consider(with, best);
          if (!without[f].empty()) {
            with[f] = without[f];
            with[f].insert(with[f].begin(), atom);
            if (possible(f, with[f])) consider(with, best);
          }
        }
      }
      if (best.cost >= before) return;
    }
  }

  static constexpr double kImpossible = 1e300;

  Choice evaluate(const FactorAxes& axes) {
    std::optional<Choice> built = build_choice(op_, rule_, axes, {}, base_mesh_, manual_, pool_, capabilities_);
    if (!built) {
      Choice none;
      none.axes = axes;
      none.cost = kImpossible;
      return none;
    }
    double cost = 0;
    for (int t = 0; t < std::ssize(stored_); ++t) {
      const Sharding* stored = stored_[t];
      if (stored == nullptr) continue;
      const bool result = t >= op_.num_operands();
      const Sharding* wanted = result ? built->results[t - op_.num_operands()] : built->operands[t];
      if (wanted != stored) {
        const double moved = pricing_.reshard(type(t), result ? wanted : stored, result ? stored : wanted, pool_);
        cost += moved;
        // A part of what is there, which a product or a loop's slices want as a tensor of its own.
        if (moved == 0 && !result && (work_.is_product || op_.is(OpKind::kDynamicSlice))) {
          cost += pricing_.slice(cost::bytes_of(type(t)) / static_cast<double>(total_size(wanted->sharded_axes())));
        }
      }
      if (result)
        cost += pricing_.weights().stored * cost::bytes_of(type(t)) /
                static_cast<double>(total_size(wanted->sharded_axes()));
    }
    int64_t parts = 1;
    parts_.clear();
    for (size_t f = 0; f < built->axes.size(); ++f) {
      const int64_t size = total_size(built->axes[f]);
      if (size > 1) parts_.push_back({static_cast<int>(f), static_cast<double>(size)});
      parts *= size;
    }
    cost += pricing_.work(work_, parts_);
    cost += pricing_.exchange(capabilities_, op_, rule_, *built);
    for (size_t f = 0; f < built->axes.size(); ++f) {
      if (!built->axes[f].empty()) cost += order_penalty(op_, rule_.factors[f], static_cast<double>(parts));
    }
    built->cost = cost;
    return std::move(*built);
  }

  const Op& op_;
  const Rule& rule_;
  ShardingPool& pool_;
  const LoweringCapabilities& capabilities_;
  const Pricing& pricing_;
  const OpWork work_;
  std::vector<FactorParts> parts_;
  std::span<const Sharding* const> operands_;
  std::span<const Sharding* const> results_;
  std::vector<const Sharding*> stored_;  // operands, then results
  MeshPtr mesh_;                         // null where nothing is divided
  MeshPtr base_mesh_;
  AxisRefs manual_;
  AxisRefs atoms_;
};

}  // namespace

struct StrategySelector::Memo {
  struct Entry {
    std::vector<const void*> key;
    Choice choice;
    uint32_t next;
  };
  std::deque<Entry> entries;
  tsl::robin_map<uint64_t, uint32_t> by_hash;
  std::deque<Choice> made;
};

StrategySelector::StrategySelector(RuleCache& rules, ShardingPool& pool, const LoweringCapabilities& capabilities,
                                   PlanKind kind, Pricing pricing)
    : rules_(rules),
      pool_(pool),
      capabilities_(capabilities),
      kind_(kind),
      pricing_(std::move(pricing)),
      memo_(std::make_unique<Memo>()) {}
StrategySelector::~StrategySelector() = default;

const Choice& StrategySelector::choose(const Op& op, std::span<const Sharding* const> operands,
                                       std::span<const Sharding* const> results) {
  const Rule& rule = rules_.rule(op);
  std::vector<const void*> key = {&rule};
  key.insert(key.end(), operands.begin(), operands.end());
  key.insert(key.end(), results.begin(), results.end());
  uint64_t hash = 0;
  for (const void* part : key) hash = base::hash_pointer(hash, part);
  auto [at, fresh] = memo_->by_hash.try_emplace(hash, UINT32_MAX);
  for (uint32_t i = at->second; i != UINT32_MAX; i = memo_->entries[i].next) {
    if (memo_->entries[i].key == key) return memo_->entries[i].choice;
  }
  Choice choice = OneChoice(op, rule, pool_, capabilities_, pricing_, operands, results).run(kind_);
  auto index = static_cast<uint32_t>(memo_->entries.size());
  memo_->entries.push_back({std::move(key), std::move(choice), at->second});
  memo_->by_hash[hash] = index;
  return memo_->entries.back().choice;
}

std::optional<Choice> StrategySelector::build(const Op& op, const FactorAxes& axes, std::span<const Flow> flows,
                                              const MeshPtr& mesh, const AxisRefs& manual) const {
  return build_choice(op, rules_.rule(op), axes, flows, mesh, manual, pool_, capabilities_);
}

const Choice* StrategySelector::make(const Op& op, const FactorAxes& axes, std::span<const Flow> flows,
                                     const MeshPtr& mesh, const AxisRefs& manual) {
  std::optional<Choice> built = build(op, axes, flows, mesh, manual);
  if (!built) return nullptr;
  memo_->made.push_back(std::move(*built));
  return &memo_->made.back();
}

}  // namespace partita::core::partition
