#include "partition/choice/partition_plan.h"

#include "complete/graph.h"
#include "ir/views.h"

namespace partita::core::partition {
namespace {

// Elementwise, or moving elements: no reductions, random numbers or host effects.
bool is_cheap(const Op& op, const Rule& rule) {
  if (op.num_results() != 1 || op.num_regions() != 0 || op.num_operands() == 0) return false;
  if (op.is(OpKind::kCustomCall) || rule.flow != FlowClass::kFormatting || rule.per_value) {
    return op.is(OpKind::kBroadcastInDim);
  }
  return true;
}

}  // namespace

PartitionPlan::PartitionPlan(const Completion& completion, const LoweringCapabilities& capabilities, bool global,
                             size_t unfolded)
    : completion_(completion),
      capabilities_(capabilities),
      selector_(std::make_unique<StrategySelector>(completion.rules(), completion.pool(), capabilities_)) {
  const FlowGraph& graph = completion.graph();
  if (global) global_ = search_globally(completion, *selector_, capabilities_, unfolded);
  decided_.assign(graph.node_of.size(), nullptr);
  for (uint32_t l = 0; l < graph.edges.size(); ++l) {
    if (!is_computed(graph.edges[l])) continue;
    const Op& op = *graph.edges[l].op;
    const Choice* together = global ? global_.choices[l] : nullptr;
    decided(op) = together != nullptr ? together : &by_itself(op);
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

const Choice& PartitionPlan::by_itself(const Op& op) const {
  std::vector<const Sharding*> operands, results;
  for (int i = 0; i < op.num_operands(); ++i) operands.push_back(storage_sharding(op.operand(i)));
  for (int i = 0; i < op.num_results(); ++i) results.push_back(storage_sharding(op.result(i)));
  return selector_->choose(op, operands, results);
}

// Ops without an edge are those that no sharding propagates through: each is decided by itself.
const Choice& PartitionPlan::choice(const Op& op) const {
  const Choice* decided = nullptr;
  if (op.num_results() > 0) {
    const size_t id = op.result(0)->id();
    if (id < decided_.size()) decided = decided_[id];
  } else if (auto at = decided_without_result_.find(&op); at != decided_without_result_.end()) {
    decided = at->second;
  }
  return decided != nullptr ? *decided : by_itself(op);
}

std::optional<Choice> PartitionPlan::choice_giving(const Op& op, const Sharding* wanted) const {
  const Rule& rule = completion_.rules().rule(op);
  if (!is_cheap(op, rule) || !wanted->unreduced_axes().empty() || wanted->is_maximal()) return std::nullopt;
  if (rule.results.size() != 1 || rule.results[0].empty()) return std::nullopt;
  const FactorAxes axes = complete::axes_on_factors(rule, rule.results[0], wanted, nullptr);
  for (size_t f = 0; f < axes.size(); ++f) {
    if (axes[f].empty()) continue;
    if (rule.factors[f].kind != FactorKind::kPass || !capabilities_.can_divide(op, rule, f, total_size(axes[f]))) {
      return std::nullopt;
    }
  }
  std::optional<Choice> choice = selector_->build(op, axes, {}, wanted->mesh_ptr(), wanted->manual_axes());
  return choice && choice->results[0] == wanted ? std::move(choice) : std::nullopt;
}

}  // namespace partita::core::partition
