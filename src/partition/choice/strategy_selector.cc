#include "partition/choice/strategy_selector.h"

#include <algorithm>
#include <deque>
#include <limits>

#include "base/hash.h"
#include "base/maps.h"
#include "cost/op_prices.h"
#include "ir/views.h"
#include "partition/choice/sharding_table.h"

namespace partita::core::partition {

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

// Axes of factors that are summed: the results are unreduced over them.
struct Reduced {
  AxisRefs axes;
  std::optional<ReductionKind> kind;

  // Whether partial results can be expressed as unreduced with these axes on the factor, too.
  bool add(const Op& op, const Rule& rule, int f, const AxisRefs& on_factor, const LoweringCapabilities& capabilities) {
    const Factor& factor = rule.factors[f];
    if (factor.kind != FactorKind::kReduce) return true;
    if (!factor.reduction || (kind && *kind != *factor.reduction)) {
      // The result is not unreduced: the lowering pattern combines the parts itself, or the factor is not divided.
      return capabilities.can_divide(op, rule, f, 2);
    }
    kind = factor.reduction;
    axes.insert(axes.end(), on_factor.begin(), on_factor.end());
    return true;
  }
};

Type type_of(const Op& op, int t) {
  return t < op.num_operands() ? op.operand(t)->type() : op.result(t - op.num_operands())->type();
}

// Ops that are built one after the other: what they share.
struct Building {
  const Op& op;
  const Rule& rule;
  const MeshPtr& mesh;
  AxisLists::Id manual;
  bool moves_boundaries;
  ShardingTable& table;
  std::vector<AxisLists::Id>& dims;  // scratch
};

// The axes of the dimensions of a tensor, those of its factors; false where no sharding expresses it: axes below a
// factor that has room left, or a compound factor they do not divide. Its first may be divided unevenly where the
// lowering pattern moves boundaries.
bool find_dims(const Building& building, const TensorFactors& tensor, int rank,
               const AxisLists::Candidate& on_factors) {
  AxisLists& lists = building.table.lists();
  building.dims.assign(rank, AxisLists::kEmpty);
  for (size_t d = 0; d < tensor.size(); ++d) {
    if (tensor[d].size() == 1) {
      building.dims[d] = lists.joined(on_factors[tensor[d].front()]);
      continue;
    }
    bool room_above = false;
    for (int f : tensor[d]) {
      const AxisLists::Id mine = lists.joined(on_factors[f]);
      const int64_t size = building.rule.factors[f].size;
      const int64_t shards = lists.size(mine);
      if (mine != AxisLists::kEmpty) {
        const bool movable = building.moves_boundaries && f == tensor[d].front();
        if (room_above || (!movable && (size == 0 || size % shards != 0))) return false;
      }
      room_above = room_above || shards != size;
      building.dims[d] = lists.concatenated(building.dims[d], mine);
    }
  }
  return true;
}

// The sharding of tensor t (operands, then results) with these axes on the factors; null where there is none.
const Sharding* tensor_sharding(const Building& building, int t, const AxisLists::Candidate& on_factors,
                                const Reduced& reduced, std::span<const StrategySelector::Flow> flows) {
  static const TensorFactors kNothing;
  const Op& op = building.op;
  const Rule& rule = building.rule;
  const bool result = t >= op.num_operands();
  const bool known = t < rule.num_tensors() && !rule.tensor(t).empty();
  if (!find_dims(building, known ? rule.tensor(t) : kNothing, type_of(op, t).rank(), on_factors)) return nullptr;
  AxisLists& lists = building.table.lists();
  AxisRefs unreduced;
  if (result) {
    for (const AxisRef& axis : reduced.axes) {
      const bool used = std::any_of(building.dims.begin(), building.dims.end(),
                                    [&](AxisLists::Id dim) { return overlaps(lists.axes(dim), axis); });
      if (!used) unreduced.push_back(axis);
    }
  }
  for (const StrategySelector::Flow& flow : flows) {
    if (result || (t < 64 && (flow.operands >> t & 1) != 0)) unreduced.push_back(flow.axis);
  }
  const ReductionKind kind = unreduced.empty() ? ReductionKind::kSum : reduced.kind.value_or(ReductionKind::kSum);
  return building.table.find(building.mesh, building.dims, lists.id_of(unreduced), kind, building.manual);
}

// The shardings of all tensors with these axes on the factors. Nothing where a tensor has no such sharding, or where
// partial results cannot be expressed as unreduced.
std::optional<Choice> build_choice(const Op& op, const Rule& rule, const FactorAxes& axes,
                                   std::span<const StrategySelector::Flow> flows, const MeshPtr& mesh,
                                   const AxisRefs& manual, ShardingTable& table,
                                   const LoweringCapabilities& capabilities) {
  Choice choice;
  choice.axes.resize(axes.size());
  AxisLists& lists = table.lists();
  const AxisLists::Candidate on_factors = lists.ids_of(axes);
  Reduced reduced;
  for (size_t f = 0; f < axes.size(); ++f) {
    if (axes[f].empty()) continue;
    choice.axes[f] = lists.axes(lists.joined(on_factors[f]));
    if (!reduced.add(op, rule, f, axes[f], capabilities)) return std::nullopt;
  }
  if (!flows.empty() && reduced.kind && *reduced.kind != ReductionKind::kSum) return std::nullopt;
  std::vector<AxisLists::Id> dims;
  const Building building{op, rule, mesh, lists.id_of(manual), capabilities.moves_boundaries(op), table, dims};
  const int operands = op.num_operands();
  choice.operands.reserve(operands);
  choice.results.reserve(op.num_results());
  for (int t = 0; t < operands + op.num_results(); ++t) {
    std::vector<const Sharding*>& list = t >= operands ? choice.results : choice.operands;
    list.push_back(nullptr);
    if (!is_shaped(type_of(op, t))) continue;
    list.back() = tensor_sharding(building, t, on_factors, reduced, flows);
    if (list.back() == nullptr) return std::nullopt;
  }
  return choice;
}

bool is_divided(const Sharding& sharding) {
  return std::any_of(sharding.dims().begin(), sharding.dims().end(),
                     [](const DimSharding& dim) { return !dim.axes.empty(); });
}

int64_t number_of_shards(const Sharding& sharding) {
  int64_t shards = 1;
  for (int d = 0; d < sharding.rank(); ++d) shards *= sharding.shard_count(d);
  return shards;
}

bool is_product(const Op& op) { return cost::matrix_operations(op) > 0; }
// Whether an annotated plan computes the op otherwise than others do.
bool follows_hints(const Op& op) { return op.is(OpKind::kReduce) || is_product(op); }

class OneChoice {
  using Candidate = AxisLists::Candidate;

 public:
  OneChoice(const Op& op, const Rule& rule, ShardingPool& pool, ShardingTable& table,
            const LoweringCapabilities& capabilities, const Pricing& pricing, std::span<const Sharding* const> operands,
            std::span<const Sharding* const> results)
      : op_(op),
        rule_(rule),
        pool_(pool),
        table_(table),
        lists_(table.lists()),
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
    prepare();
    best_.assign(rule_.factors.size(), AxisLists::kEmpty);
    best_cost_ = cost_of(best_, kImpossible);
    if (mesh_ == nullptr) return finished();
    collect_atoms();
    if (kind == PlanKind::kAnnotated) {
      const bool product = is_product(op_);
      const Candidate none = best_;
      const double cost_of_none = best_cost_;
      best_cost_ = kImpossible;
      consider(divisible(product ? where_two_agree() : where_operand_is()));
      if (best_cost_ < kImpossible) {
        improve();
        return finished();
      }
      best_ = none;
      best_cost_ = cost_of_none;
      collect_atoms();
    }
    for (int t = std::ssize(stored_) - 1; t >= 0; --t) consider(divisible(stored_axes_[t]));
    consider(divisible(agreed()));
    improve();
    return finished();
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

  Type type(int t) const { return type_of(op_, t); }
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
      if (s->is_maximal() || !is_divided(*s) || !known(t)) continue;
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
    for (const FactorAxes& of_tensor : stored_axes_) {
      for (const AxisRefs& axes : of_tensor) all.insert(all.end(), axes.begin(), axes.end());
    }
    atoms_ = disjoint_pieces(all);
  }

  // The axes of all tensors where they do not conflict, results first.
  FactorAxes agreed() const {
    FactorAxes out(rule_.factors.size());
    for (int t = std::ssize(stored_) - 1; t >= 0; --t) {
      const FactorAxes& mine = stored_axes_[t];
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
    std::vector<FactorAxes> split = stored_axes_;  // by tensor, in atoms
    for (FactorAxes& of_tensor : split) {
      for (AxisRefs& axes : of_tensor) axes = split_at(axes, atoms_);
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
    FactorAxes out = stored_axes_[0];
    for (const AxisRefs& axes : out) atoms_ = outside(atoms_, axes);
    return out;
  }

  // Without axes on factors that the pattern cannot divide.
  Candidate divisible(const FactorAxes& axes) {
    Candidate out(axes.size(), AxisLists::kEmpty);
    for (size_t f = 0; f < axes.size(); ++f) {
      if (axes[f].empty()) continue;
      out[f] = lists_.id_of(axes[f]);
      if (possible(f, out[f])) continue;
      AxisRefs fewer = axes[f];
      do fewer.pop_back();
      while (!fewer.empty() && !possible(f, lists_.id_of(fewer)));
      out[f] = lists_.id_of(fewer);
    }
    return out;
  }

  bool possible(int factor, AxisLists::Id axes) const {
    const int64_t shards = lists_.size(axes);
    return shards == 1 || capabilities_.can_divide(op_, rule_, factor, shards);
  }

  void consider(const Candidate& candidate) {
    if (candidate == best_ && best_cost_ < kImpossible) return;
    const double cost = cost_of(candidate, best_cost_);
    if (cost >= best_cost_) return;
    best_cost_ = cost;
    for (size_t f = 0; f < candidate.size(); ++f) best_[f] = lists_.joined(candidate[f]);
  }

  // Local search: moves one axis to another factor, or to none, as long as the cost falls.
  void improve() {
    lists_.set_atoms(atoms_);
    Candidate without, with;
    for (int round = 0; round < 4; ++round) {
      const double before = best_cost_;
      for (size_t atom = 0; atom < atoms_.size(); ++atom) {
        without = best_;
        for (AxisLists::Id& axes : without) {
          if (axes != AxisLists::kEmpty) axes = lists_.without(axes, atom);
        }
        consider(without);
        with = without;
        for (size_t f = 0; f < rule_.factors.size(); ++f) {
          with[f] = lists_.with_last(without[f], atom);
          if (possible(f, with[f])) consider(with);
          if (without[f] != AxisLists::kEmpty) {
            with[f] = lists_.with_first(without[f], atom);
            if (possible(f, with[f])) consider(with);
          }
          with[f] = without[f];
        }
      }
      if (best_cost_ >= before) return;
    }
  }

  static constexpr double kImpossible = 1e300;

  // A tensor as some candidate wants it, or gives it.
  struct Form {
    const Sharding* sharding = nullptr;  // null: there is none
    double moved = 0;                    // between this and the storage sharding
    double stored = 0;                   // of a result
  };
  // The forms of a tensor that were asked for. Candidates differ in one factor, and most tensors lack it.
  struct Forms {
    std::vector<int> factors;         // on which the form depends
    std::vector<AxisLists::Id> keys;  // of each form: the axes on these factors
    std::vector<Form> forms;
  };

  void prepare() {
    moves_boundaries_ = capabilities_.moves_boundaries(op_);
    manual_id_ = lists_.id_of(manual_);
    built_.axes.resize(rule_.factors.size());
    built_.operands.resize(operands_.size());
    built_.results.resize(results_.size());
    stored_axes_.reserve(stored_.size());
    forms_.resize(stored_.size());
    for (int t = 0; t < std::ssize(stored_); ++t) {
      stored_axes_.push_back(axes_of(t));
      std::vector<int>& factors = forms_[t].factors;
      if (t < rule_.num_tensors()) {
        for (const DimFactors& dim : rule_.tensor(t)) factors.insert(factors.end(), dim.begin(), dim.end());
      }
      if (t < op_.num_operands()) continue;
      for (size_t f = 0; f < rule_.factors.size(); ++f) {
        if (rule_.factors[f].kind == FactorKind::kReduce) factors.push_back(static_cast<int>(f));
      }
    }
  }

  // The form of tensor t for the candidate, whose axes are in built_.
  const Form& form(int t, const Candidate& candidate) {
    Forms& all = forms_[t];
    const size_t width = all.factors.size();
    for (size_t i = 0; i < all.forms.size(); ++i) {
      const AxisLists::Id* key = all.keys.data() + i * width;
      size_t k = 0;
      while (k < width && key[k] == candidate[all.factors[k]]) ++k;
      if (k == width) return all.forms[i];
    }
    if (all.forms.empty()) {
      constexpr size_t kUsualForms = 8;
      all.forms.reserve(kUsualForms);
      all.keys.reserve(kUsualForms * width);
    }
    for (int f : all.factors) all.keys.push_back(candidate[f]);
    Form& made = all.forms.emplace_back();
    made.sharding = tensor_sharding({op_, rule_, base_mesh_, manual_id_, moves_boundaries_, table_, dims_}, t,
                                    candidate, reduced_, {});
    const Sharding* stored = stored_[t];
    if (made.sharding == nullptr || stored == nullptr) return made;
    const bool result = t >= op_.num_operands();
    if (made.sharding != stored) {
      const Sharding* from = result ? made.sharding : stored;
      const Sharding* to = result ? stored : made.sharding;
      made.moved = table_.price(type(t), from, to, [&] { return pricing_.reshard(type(t), from, to, pool_); });
      // A part of what is there, which a product or a loop's slices want as a tensor of its own.
      if (made.moved == 0 && !result && (work_.is_product || op_.is(OpKind::kDynamicSlice))) {
        made.moved = pricing_.slice(cost::bytes_of(type(t)) / static_cast<double>(number_of_shards(*made.sharding)));
      }
    }
    if (result) {
      made.stored =
          pricing_.weights().stored * cost::bytes_of(type(t)) / static_cast<double>(number_of_shards(*made.sharding));
    }
    return made;
  }

  // What the candidate costs: kImpossible where it cannot be built, and something at least the limit where it costs
  // that much. Leaves what it amounts to in built_.
  double cost_of(const Candidate& candidate, double limit) {
    reduced_.axes.clear();
    reduced_.kind.reset();
    int64_t parts = 1;
    parts_.clear();
    for (size_t f = 0; f < candidate.size(); ++f) {
      if (candidate[f] == AxisLists::kEmpty) continue;
      parts *= lists_.size(candidate[f]);
      parts_.push_back({static_cast<int>(f), static_cast<double>(lists_.size(candidate[f]))});
      if (!reduced_.add(op_, rule_, f, lists_.axes(candidate[f]), capabilities_)) return kImpossible;
    }
    const double computed = pricing_.work(work_, parts_);
    if (computed >= limit) return computed;
    double cost = 0;
    for (int t = 0; t < std::ssize(stored_); ++t) {
      const bool result = t >= op_.num_operands();
      const Sharding*& place = result ? built_.results[t - op_.num_operands()] : built_.operands[t];
      place = nullptr;
      if (!is_shaped(type(t))) continue;
      const Form& form = this->form(t, candidate);
      if (form.sharding == nullptr) return kImpossible;
      place = form.sharding;
      cost += form.moved;
      cost += form.stored;
      if (cost >= limit) return cost;
    }
    cost += computed;
    if (cost >= limit) return cost;
    for (size_t f = 0; f < candidate.size(); ++f) built_.axes[f] = lists_.axes(lists_.joined(candidate[f]));
    cost += pricing_.exchange(capabilities_, op_, rule_, built_);
    for (size_t f = 0; f < candidate.size(); ++f) {
      if (candidate[f] != AxisLists::kEmpty) cost += order_penalty(op_, rule_.factors[f], static_cast<double>(parts));
    }
    return cost;
  }

  Choice finished() {
    cost_of(best_, std::numeric_limits<double>::infinity());
    built_.cost = best_cost_;
    return std::move(built_);
  }

  const Op& op_;
  const Rule& rule_;
  ShardingPool& pool_;
  ShardingTable& table_;
  AxisLists& lists_;
  const LoweringCapabilities& capabilities_;
  const Pricing& pricing_;
  const OpWork work_;
  std::vector<FactorParts> parts_;
  std::span<const Sharding* const> operands_;
  std::span<const Sharding* const> results_;
  std::vector<const Sharding*> stored_;  // operands, then results
  std::vector<FactorAxes> stored_axes_;  // theirs on the factors
  MeshPtr mesh_;                         // null where nothing is divided
  MeshPtr base_mesh_;
  AxisRefs manual_;
  AxisRefs atoms_;
  AxisLists::Id manual_id_ = AxisLists::kEmpty;
  std::vector<AxisLists::Id> dims_;  // scratch
  std::vector<Forms> forms_;         // by tensor
  Candidate best_;
  double best_cost_ = 0;
  bool moves_boundaries_ = false;
  // Of the candidate that is looked at.
  Reduced reduced_;
  Choice built_;
};

}  // namespace

struct StrategySelector::Memo {
  struct Entry {
    const Rule* rule;
    uint64_t fused;
    PlanKind kind;
    std::vector<const Sharding*> operands, results;
    Choice choice;
    uint32_t next;
  };
  std::deque<Entry> entries;
  tsl::robin_map<uint64_t, uint32_t> by_hash;
  std::deque<Choice> made;
  ShardingTable table;

  explicit Memo(ShardingPool& pool) : table(pool) {}
};

StrategySelector::StrategySelector(RuleCache& rules, ShardingPool& pool, const LoweringCapabilities& capabilities,
                                   PlanKind kind, Pricing pricing)
    : rules_(rules),
      pool_(pool),
      capabilities_(capabilities),
      kind_(kind),
      pricing_(std::move(pricing)),
      memo_(std::make_unique<Memo>(pool)) {}
StrategySelector::~StrategySelector() = default;

const Choice& StrategySelector::choose(const Op& op, std::span<const Sharding* const> operands,
                                       std::span<const Sharding* const> results, PlanKind kind) {
  const Rule& rule = rules_.rule(op);
  const uint64_t fused = pricing_.fused_tensors(op);
  if (!follows_hints(op)) kind = PlanKind::kChosen;
  uint64_t hash = base::hash_pointer(base::mix_hash(operands.size() << 1 | static_cast<uint64_t>(kind), fused), &rule);
  for (const Sharding* operand : operands) hash = base::hash_pointer(hash, operand);
  for (const Sharding* result : results) hash = base::hash_pointer(hash, result);
  auto [at, fresh] = memo_->by_hash.try_emplace(hash, UINT32_MAX);
  for (uint32_t i = at->second; i != UINT32_MAX; i = memo_->entries[i].next) {
    const Memo::Entry& entry = memo_->entries[i];
    if (entry.rule == &rule && entry.fused == fused && entry.kind == kind &&
        std::ranges::equal(entry.operands, operands) && std::ranges::equal(entry.results, results)) {
      return entry.choice;
    }
  }
  Choice choice = OneChoice(op, rule, pool_, memo_->table, capabilities_, pricing_, operands, results).run(kind);
  auto index = static_cast<uint32_t>(memo_->entries.size());
  memo_->entries.push_back({&rule,
                            fused,
                            kind,
                            {operands.begin(), operands.end()},
                            {results.begin(), results.end()},
                            std::move(choice),
                            at->second});
  memo_->by_hash[hash] = index;
  return memo_->entries.back().choice;
}

std::optional<Choice> StrategySelector::build(const Op& op, const FactorAxes& axes, std::span<const Flow> flows,
                                              const MeshPtr& mesh, const AxisRefs& manual) const {
  return build_choice(op, rules_.rule(op), axes, flows, mesh, manual, memo_->table, capabilities_);
}

const Choice* StrategySelector::make(const Op& op, const FactorAxes& axes, std::span<const Flow> flows,
                                     const MeshPtr& mesh, const AxisRefs& manual) {
  std::optional<Choice> built = build(op, axes, flows, mesh, manual);
  if (!built) return nullptr;
  memo_->made.push_back(std::move(*built));
  return &memo_->made.back();
}

}  // namespace partita::core::partition
