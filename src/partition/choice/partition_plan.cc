#include "partition/choice/partition_plan.h"

#include "complete/graph.h"
#include "ir/views.h"
#include "partition/choice/folded_graph.h"
#include "partition/choice/global_search.h"
#include "partition/choice/strategy_selector.h"

namespace partita::core::partition {
PartitionPlan::PartitionPlan(const Function& entry, const Completion& completion,
                             const LoweringCapabilities& capabilities, PlanKind kind, size_t unfolded,
                             const Pricing* pricing)
    : entry_(entry),
      completion_(completion),
      capabilities_(capabilities),
      selector_(std::make_shared<StrategySelector>(completion.rules(), completion.pool(), capabilities_, kind,
                                                   pricing != nullptr ? *pricing : Pricing())) {
  if (kind == PlanKind::kChosen) global_ = search_globally(completion, *selector_, capabilities_, unfolded);
  decide();
}

PartitionPlan::PartitionPlan(const PartitionPlan& like, GlobalPlan global)
    : entry_(like.entry_),
      completion_(like.completion_),
      capabilities_(like.capabilities_),
      selector_(like.selector_),
      global_(std::move(global)) {
  decide();
}

PartitionPlan::PartitionPlan(PartitionPlan&&) noexcept = default;

std::vector<PartitionPlan> PartitionPlan::take_rivals() {
  std::vector<PartitionPlan> out;
  for (GlobalPlan& rival : global_.rivals) out.push_back(PartitionPlan(*this, std::move(rival)));
  global_.rivals.clear();
  return out;
}

void PartitionPlan::decide() {
  const FlowGraph& graph = completion_.graph();
  const bool global = !global_.shardings.empty();
  decided_.assign(graph.node_of.size(), nullptr);
  for (uint32_t l = 0; l < graph.edges.size(); ++l) {
    if (!is_computed(graph.edges[l])) continue;
    const Op& op = *graph.edges[l].op;
    const Choice* together = global ? global_.choices[l] : nullptr;
    decided(op) = together != nullptr ? together : &by_itself(op);
  }
  decide_ops_without_edge(entry_.body());
  if (!global) return;
  for (const PropagationEdge& edge : graph.edges) decide_rematerializations(edge);
}

PartitionPlan::~PartitionPlan() = default;

const Pricing& PartitionPlan::pricing() const { return selector_->pricing(); }
const PriceWeights& PartitionPlan::weights() const { return pricing().weights(); }

// Ops that no sharding propagates through: each is decided by itself.
void PartitionPlan::decide_ops_without_edge(const Region& region) {
  for (const Op& op : region) {
    switch (op.kind()) {
      case OpKind::kReturn: break;
      case OpKind::kWhile:
      case OpKind::kCase:
      case OpKind::kIf:
      case OpKind::kManualComputation:
        for (int r = 0; r < op.num_regions(); ++r) decide_ops_without_edge(op.region(r));
        break;
      default:
        if (op.num_results() == 1 && complete::is_constant_like(*op.result())) break;
        if (const Choice*& choice = decided(op); choice == nullptr) choice = &by_itself(op);
    }
  }
}

// What an op computes with is wanted as it was decided for the op, what an identity hands on as it is stored behind it.
void PartitionPlan::decide_rematerializations(const PropagationEdge& edge) {
  if (edge.manual_boundary) return;
  if (is_computed(edge)) {
    const Choice& choice = this->choice(*edge.op);
    for (int i = 0; i < edge.op->num_operands(); ++i) {
      rematerializations_.decide(*this, edge.op->operand(i), choice.operands[i]);
    }
    return;
  }
  const FlowGraph& graph = completion_.graph();
  const std::span<const NodeId> nodes = graph.nodes_of(edge);
  const NodeId to = nodes[edge.operands];
  if (to == kNoNode) return;
  const ValueNode& behind = graph.nodes[to];
  const Sharding* wanted = behind.value != nullptr ? storage_sharding(behind.value)
                                                   : storage_sharding(completion_.sharding_of(to), behind.type);
  for (const NodeId from : nodes.first(edge.operands)) {
    if (from == kNoNode || graph.nodes[from].value == nullptr) continue;
    rematerializations_.decide(*this, graph.nodes[from].value, wanted);
  }
}

const Choice*& PartitionPlan::decided(const Op& op) {
  return op.num_results() > 0 ? decided_[op.result(0)->id()] : decided_without_result_[&op];
}

const Sharding* PartitionPlan::storage_sharding(const Sharding* sharding, Type type) const {
  if (!sharding->is_maximal()) return sharding;
  return completion_.pool().intern(
      Sharding::replicated(completion_.meshes().main(), type.is_tensor() ? type.rank() : 0));
}

const Sharding* PartitionPlan::storage_sharding(const Value* value) const {
  if (!is_shaped(value->type())) return nullptr;
  const FlowGraph& graph = completion_.graph();
  const bool has_node =
      !global_.shardings.empty() && value->id() < graph.node_of.size() && graph.node_of[value->id()] != kNoNode;
  return storage_sharding(has_node ? global_.shardings[graph.node_of[value->id()]] : completion_.sharding_of(value),
                          value->type());
}

const Choice& PartitionPlan::by_itself(const Op& op) {
  stored_.clear();
  for (int i = 0; i < op.num_operands(); ++i) stored_.push_back(storage_sharding(op.operand(i)));
  for (int i = 0; i < op.num_results(); ++i) stored_.push_back(storage_sharding(op.result(i)));
  const std::span<const Sharding* const> all = stored_;
  return selector_->choose(op, all.first(op.num_operands()), all.subspan(op.num_operands()));
}

const Choice& PartitionPlan::choice(const Op& op) const {
  const Choice* decided = nullptr;
  if (op.num_results() > 0) {
    const size_t id = op.result(0)->id();
    if (id < decided_.size()) decided = decided_[id];
  } else if (auto at = decided_without_result_.find(&op); at != decided_without_result_.end()) {
    decided = at->second;
  }
  PARTITA_INVARIANT(decided != nullptr, "nothing was decided for an op");
  return *decided;
}

}  // namespace partita::core::partition
