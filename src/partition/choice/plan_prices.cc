#include "partition/choice/plan_prices.h"

#include <algorithm>

#include "base/maps.h"
#include "partition/choice/axes.h"
#include "partition/choice/measure.h"
#include "partition/choice/strategy_selector.h"

namespace partita::core::partition {
namespace {

bool contains(const std::vector<const Sharding*>& list, const Sharding* sharding) {
  return std::find(list.begin(), list.end(), sharding) != list.end();
}

bool is_same(const Choice& a, const Choice& b) {
  return a.axes == b.axes && a.operands == b.operands && a.results == b.results;
}

}  // namespace

class PlanPrices::Impl {
 public:
  Impl(const Completion& completion, const PartitionPlan& plan, size_t unfolded)
      : completion_(completion),
        plan_(plan),
        pricing_(plan.pricing()),
        mesh_(completion.meshes().main()),
        graph_(fold(completion, unfolded, pricing_)),
        atoms_(find_atoms(graph_, mesh_)),
        uses_(graph_.nodes.size()),
        alternatives_(graph_.edges.size()) {
    find_decided();
    for (uint32_t l = 0; l < graph_.edges.size(); ++l) {
      const std::span<const NodeId> nodes = graph_.nodes_of(graph_.edges[l]);
      for (size_t t = 0; t < nodes.size(); ++t) {
        if (nodes[t] != kNoNode) uses_[nodes[t]].push_back({l, static_cast<int>(t)});
      }
    }
    measure_ = std::make_unique<PlanMeasure>(graph_, decided_, plan.capabilities(), completion.pool(), pricing_);
    list();
    graph_.held_price = plan.held_price();
  }

  const std::vector<PricedOp>& ops() const { return ops_; }
  const std::vector<PricedValue>& values() const { return values_; }
  double price() const { return price_; }
  double unit() const { return pricing_.is_by_time() ? pricing_.weights().unit : 0; }

  const PricedOp* find(const Op& op) const {
    const auto at = row_of_.find(&op);
    return at != row_of_.end() ? &ops_[at->second] : nullptr;
  }

  std::optional<NextChoice> next_best(const PricedOp& row) {
    const FoldedEdge& edge = graph_.edges[row.edge];
    std::optional<NextChoice> best;
    double least = 0;
    for (const Choice& other : alternatives(row.edge)) {
      for (const bool results_follow : {false, true}) {
        Trial trial(*this);
        trial.add_op(row.edge);
        if (results_follow && !follow(trial, edge, other)) continue;
        const Difference more = trial.difference([&] { decided_.choices[row.edge] = &other; });
        if (best && more.weighed >= least) continue;
        best = NextChoice{&other, more.plain, more.weighed < 0};
        least = more.weighed;
      }
    }
    return best;
  }

  std::optional<NextSharding> next_best(const PricedValue& row) {
    if (row.is_given) return std::nullopt;
    std::optional<NextSharding> best;
    double least = 0;
    for (const Sharding* other : other_shardings(row.node)) {
      Trial trial(*this);
      trial.store(row.node, other);
      const Difference more = trial.difference([] {}, true);
      if (best && more.weighed >= least) continue;
      best = NextSharding{other, more.plain, more.weighed < 0};
      least = more.weighed;
    }
    return best;
  }

 private:
  struct Use {
    uint32_t edge;
    int tensor;
  };
  struct Difference {
    double plain = 0, weighed = 0;  // without, and with the price of what is held
  };

  // Something else than was decided; as it was decided again at the end.
  class Trial {
   public:
    explicit Trial(Impl& impl) : impl_(impl) {}
    ~Trial() {
      for (const auto& [node, sharding] : stored_) impl_.decided_.shardings[node] = sharding;
      for (const auto& [edge, choice] : chosen_) impl_.decided_.choices[edge] = choice;
    }
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

    void add_op(size_t l) {
      if (std::find(ops_.begin(), ops_.end(), l) != ops_.end()) return;
      ops_.push_back(l);
      chosen_.emplace_back(l, impl_.decided_.choices[l]);
      for (NodeId c : impl_.graph_.nodes_of(impl_.graph_.edges[l])) add_node(c);
    }
    void store(NodeId c, const Sharding* sharding) {
      add_node(c);
      stored_.emplace_back(c, impl_.decided_.shardings[c]);
      wanted_.emplace_back(c, sharding);
      for (const Use& use : impl_.uses_[c]) {  // what an identity hands on is brought to where it is stored
        const FoldedEdge& edge = impl_.graph_.edges[use.edge];
        if (edge.is_computed) continue;
        for (NodeId from : impl_.graph_.nodes_of(edge).first(edge.operands)) add_node(from);
      }
    }

    // What `change`, and other shardings of what was asked for, add. `ops_follow`: the ops that make and use these
    // values are computed in the way that is best then.
    template <typename Change>
    Difference difference(const Change& change, bool ops_follow = false) {
      constexpr size_t kMostOps = 8;
      std::vector<uint32_t> around;
      if (ops_follow) {
        for (const auto& [c, sharding] : wanted_) {
          for (const Use& use : impl_.uses_[c]) {
            const bool is_known = std::find(around.begin(), around.end(), use.edge) != around.end();
            if (impl_.graph_.edges[use.edge].is_computed && !is_known) around.push_back(use.edge);
          }
        }
        if (around.size() > kMostOps) around.clear();
        for (uint32_t l : around) add_op(l);
      }
      const Difference before = sum();
      for (const auto& [c, sharding] : wanted_) impl_.decided_.shardings[c] = sharding;
      change();
      Difference after = sum();
      for (uint32_t l : around) {
        for (const Choice& other : impl_.alternatives(l)) {
          const Choice* kept = impl_.decided_.choices[l];
          impl_.decided_.choices[l] = &other;
          const Difference so = sum();
          if (so.weighed < after.weighed) {
            after = so;
          } else {
            impl_.decided_.choices[l] = kept;
          }
        }
      }
      return {after.plain - before.plain, after.weighed - before.weighed};
    }

   private:
    void add_node(NodeId c) {
      if (c != kNoNode && std::find(nodes_.begin(), nodes_.end(), c) == nodes_.end()) nodes_.push_back(c);
    }
    // Of the ops and nodes that the trial touches.
    Difference sum() {
      Difference out;
      double* const both[] = {&out.plain, &out.weighed};
      const double held_price = impl_.graph_.held_price;
      for (int i = 0; i < 2; ++i) {
        impl_.graph_.held_price = i == 0 ? 0 : held_price;
        for (size_t l : ops_) *both[i] += impl_.measure_->op(l);
        for (NodeId c : nodes_) *both[i] += impl_.price_of(c) + impl_.measure_->held(c);
        if (held_price == 0) out.weighed = out.plain;
        if (held_price == 0) break;
      }
      impl_.graph_.held_price = held_price;
      return out;
    }

    Impl& impl_;
    std::vector<size_t> ops_;
    std::vector<NodeId> nodes_;
    std::vector<std::pair<NodeId, const Sharding*>> stored_, wanted_;
    std::vector<std::pair<size_t, const Choice*>> chosen_;
  };

  // What the plan says, by node and edge of the folded graph.
  void find_decided() {
    const FlowGraph& flow = completion_.graph();
    decided_.shardings.resize(graph_.nodes.size());
    decided_.choices.assign(graph_.edges.size(), nullptr);
    value_of_.assign(graph_.nodes.size(), nullptr);
    for (NodeId c = 0; c < flow.nodes.size(); ++c) {
      const uint32_t at = graph_.folded_node_of[c];
      if (decided_.shardings[at] != nullptr) continue;
      const ValueNode& node = flow.nodes[c];
      decided_.shardings[at] = node.value != nullptr && !node.use_copy
                                   ? plan_.storage_sharding(node.value)
                                   : plan_.storage_sharding(completion_.sharding_of(c), node.type);
      value_of_[at] = node.value;
    }
    for (size_t l = 0; l < flow.edges.size(); ++l) {
      const uint32_t at = graph_.folded_edge_of[l];
      if (graph_.edges[at].is_computed) decided_.choices[at] = &plan_.choice(*graph_.edges[at].op);
    }
  }

  // Of resharding the node, by all of its uses and makers.
  double price_of(NodeId c) {
    measure_->forget_copies(c);
    double sum = 0;
    for (const Use& use : uses_[c]) sum += measure_->tensor(use.edge, use.tensor);
    return sum;
  }

  void list() {
    for (size_t l = 0; l < graph_.edges.size(); ++l) {
      const FoldedEdge& edge = graph_.edges[l];
      double moved = 0;
      for (int t = 0; t < edge.operands + edge.results; ++t) moved += measure_->tensor(l, t);
      const double own = measure_->op(l);
      price_ += moved + own;
      if (!edge.is_computed) continue;
      const Choice& chosen = *decided_.choices[l];
      const double exchanged =
          edge.count * edge.trip_count * pricing_.exchange(plan_.capabilities(), *edge.op, *edge.rule, chosen);
      ops_.push_back({l, edge.op, edge.count, edge.trip_count, &chosen, own + moved, moved + exchanged});
    }
    const FlowGraph& flow = completion_.graph();
    std::vector<size_t> row_of_edge(graph_.edges.size(), SIZE_MAX);
    for (size_t row = 0; row < ops_.size(); ++row) row_of_edge[ops_[row].edge] = row;
    for (size_t l = 0; l < flow.edges.size(); ++l) {
      const size_t row = row_of_edge[graph_.folded_edge_of[l]];
      if (row != SIZE_MAX && flow.edges[l].op != nullptr) row_of_.try_emplace(flow.edges[l].op, row);
    }
    for (NodeId c = 0; c < graph_.nodes.size(); ++c) {
      const FoldedNode& node = graph_.nodes[c];
      if (node.is_copy || value_of_[c] == nullptr || !node.is_connected) continue;
      PricedValue row{c, value_of_[c], node.count, decided_.shardings[c], node.fixed};
      row.price = price_of(c);
      row.bytes = held_bytes(node, *decided_.shardings[c]);
      values_.push_back(row);
    }
  }

  // Results that are free are stored as the choice gives them. False where none is, or they are already.
  bool follow(Trial& trial, const FoldedEdge& edge, const Choice& choice) {
    bool any = false;
    const std::span<const NodeId> results = graph_.nodes_of(edge).subspan(edge.operands);
    for (size_t r = 0; r < results.size(); ++r) {
      const NodeId c = results[r];
      if (c == kNoNode || graph_.nodes[c].fixed || choice.results[r] == decided_.shardings[c]) continue;
      if (graph_.nodes[c].is_carried || !may_be(c, *choice.results[r])) continue;
      trial.store(c, choice.results[r]);
      any = true;
    }
    return any;
  }

  bool may_be(NodeId c, const Sharding& sharding) const {
    return sharding.unreduced_axes().empty() || graph_.nodes[c].may_be_unreduced;
  }

  // Other ways to compute the op: one of the mesh's axes on another factor, on none, or flowing through unreduced.
  const std::vector<Choice>& alternatives(size_t l) {
    if (alternatives_[l]) return *alternatives_[l];
    std::vector<Choice>& out = alternatives_[l].emplace();
    const FoldedEdge& edge = graph_.edges[l];
    const Rule& rule = *edge.rule;
    const Choice& chosen = *decided_.choices[l];
    const AxisRefs manual = manual_of(l);
    const std::vector<StrategySelector::Flow> flows = flows_of(rule, chosen);
    auto add = [&](const FactorAxes& axes, const std::vector<StrategySelector::Flow>& through) {
      std::optional<Choice> made = plan_.selector().build(*edge.op, axes, through, mesh_, manual);
      if (!made || is_same(*made, chosen)) return;
      for (const Choice& known : out) {
        if (is_same(known, *made)) return;
      }
      out.push_back(std::move(*made));
    };
    for (const AxisRef& atom : atoms_) {
      if (overlaps(manual, atom)) continue;
      FactorAxes without(rule.factors.size());
      for (size_t f = 0; f < chosen.axes.size(); ++f) without[f] = outside(chosen.axes[f], {&atom, 1});
      std::vector<StrategySelector::Flow> others;
      for (const StrategySelector::Flow& flow : flows) {
        if (!overlaps(flow.axis, atom)) others.push_back(flow);
      }
      add(without, others);
      for (const uint64_t mask : rule.linear) {
        others.push_back({atom, mask});
        add(without, others);
        others.pop_back();
      }
      for (size_t f = 0; f < rule.factors.size(); ++f) {
        FactorAxes with = without;
        with[f].push_back(atom);
        const auto factor = static_cast<int>(f);
        if (!plan_.capabilities().can_divide(*edge.op, rule, factor, total_size(with[f]))) continue;
        if (rule.factors[f].size < total_size(with[f])) continue;
        add(with, others);
      }
    }
    return out;
  }

  std::vector<StrategySelector::Flow> flows_of(const Rule& rule, const Choice& choice) const {
    std::vector<StrategySelector::Flow> out;
    for (const AxisRef& atom : atoms_) {
      uint64_t mask = 0;
      for (size_t t = 0; t < choice.operands.size() && t < 64; ++t) {
        const Sharding* operand = choice.operands[t];
        if (operand != nullptr && overlaps(operand->unreduced_axes(), atom)) mask |= uint64_t{1} << t;
      }
      if (std::find(rule.linear.begin(), rule.linear.end(), mask) != rule.linear.end()) out.push_back({atom, mask});
    }
    return out;
  }

  AxisRefs manual_of(size_t l) const {
    for (NodeId c : graph_.nodes_of(graph_.edges[l])) {
      if (c != kNoNode && !graph_.nodes[c].storage_sharding->manual_axes().empty()) {
        return graph_.nodes[c].storage_sharding->manual_axes();
      }
    }
    return {};
  }

  // Those in which ops want or give the value, and those with one axis elsewhere or gone.
  std::vector<const Sharding*> other_shardings(NodeId c) {
    std::vector<const Sharding*> out;
    const FoldedNode& node = graph_.nodes[c];
    const Sharding* stored = decided_.shardings[c];
    auto add = [&](const Sharding* sharding) {
      if (sharding != nullptr && sharding != stored && !sharding->is_maximal() && may_be(c, *sharding) &&
          !contains(out, sharding)) {
        out.push_back(sharding);
      }
    };
    for (const Use& use : uses_[c]) {
      const FoldedEdge& edge = graph_.edges[use.edge];
      if (!edge.is_computed) continue;
      const Choice& choice = *decided_.choices[use.edge];
      add(use.tensor < edge.operands ? choice.operands[static_cast<size_t>(use.tensor)]
                                     : choice.results[static_cast<size_t>(use.tensor - edge.operands)]);
    }
    if (stored->is_maximal()) return out;
    for (const AxisRef& atom : atoms_) {
      if (overlaps(stored->manual_axes(), atom)) continue;
      Sharding::Spec without = stored->spec();
      for (DimSharding& dim : without.dims) dim.axes = outside(dim.axes, {&atom, 1});
      without.unreduced = outside(without.unreduced, {&atom, 1});
      auto make = [&](Sharding::Spec spec) {
        Result<Sharding> made = Sharding::make(stored->mesh_ptr(), std::move(spec));
        if (made.ok()) add(completion_.pool().intern(std::move(*made)));
      };
      make(without);
      for (int d = 0; d < node.type.rank(); ++d) {
        Sharding::Spec with = without;
        with.dims[static_cast<size_t>(d)].axes.push_back(atom);
        if (node.type.dim(d) >= total_size(with.dims[static_cast<size_t>(d)].axes)) make(std::move(with));
      }
    }
    return out;
  }

  const Completion& completion_;
  const PartitionPlan& plan_;
  const Pricing& pricing_;
  const MeshPtr mesh_;
  FoldedGraph graph_;
  const AxisRefs atoms_;
  FoldedPlan decided_;
  std::vector<const Value*> value_of_;  // by node
  std::vector<std::vector<Use>> uses_;  // by node, in the order of the program; its makers among them
  std::vector<std::optional<std::vector<Choice>>> alternatives_;  // by edge; made when they are asked for
  std::unique_ptr<PlanMeasure> measure_;
  std::vector<PricedOp> ops_;
  std::vector<PricedValue> values_;
  PointerMap<const Op*, size_t> row_of_;
  double price_ = 0;
};

PlanPrices::PlanPrices(const Completion& completion, const PartitionPlan& plan, size_t unfolded)
    : impl_(std::make_unique<Impl>(completion, plan, unfolded)) {}
PlanPrices::~PlanPrices() = default;

const std::vector<PricedOp>& PlanPrices::ops() const { return impl_->ops(); }
const std::vector<PricedValue>& PlanPrices::values() const { return impl_->values(); }
double PlanPrices::price() const { return impl_->price(); }
double PlanPrices::unit() const { return impl_->unit(); }
std::optional<NextChoice> PlanPrices::next_best(const PricedOp& op) { return impl_->next_best(op); }
std::optional<NextSharding> PlanPrices::next_best(const PricedValue& value) { return impl_->next_best(value); }
const PricedOp* PlanPrices::find(const Op& op) const { return impl_->find(op); }

}  // namespace partita::core::partition
