#include "partition/choice/partition_plan.h"

#include "complete/graph.h"
#include "ir/views.h"

namespace partita::core::partition {
namespace {

// Element by element, or elements put elsewhere: nothing that sums up, draws numbers or speaks to the outside.
bool is_cheap(const Op& op, const Rule& rule) {
  if (op.num_results() != 1 || op.num_regions() != 0 || op.num_operands() == 0) return false;
  if (op.is(OpKind::kCustomCall) || rule.flow != FlowClass::kFormatting || rule.per_value) {
    return op.is(OpKind::kBroadcastInDim);
  }
  return true;
}

}  // namespace

PartitionPlan::PartitionPlan(const Completion& completion, const Abilities& abilities, bool global, size_t unfolded)
    : completion_(completion),
      abilities_(abilities),
      chooser_(std::make_unique<Chooser>(completion.rules(), completion.pool(), abilities_)) {
  const FlowGraph& graph = completion.graph();
  if (global) global_ = choose_globally(completion, *chooser_, abilities_, unfolded);
  decided_.assign(graph.cell_of.size(), nullptr);
  for (uint32_t l = 0; l < graph.links.size(); ++l) {
    if (!is_computed(graph.links[l])) continue;
    const Op& op = *graph.links[l].op;
    const Choice* together = global ? global_.of_link[l] : nullptr;
    decided(op) = together != nullptr ? together : &by_itself(op);
  }
}

const Choice*& PartitionPlan::decided(const Op& op) {
  return op.num_results() > 0 ? decided_[op.result(0)->id()] : decided_without_result_[&op];
}

const Sharding* PartitionPlan::stored(const Sharding* sharding, Type type) const {
  if (!sharding->is_maximal()) return sharding;
  return completion_.pool().intern(
      Sharding::replicated(completion_.meshes().main(), type.is_tensor() ? type.rank() : 0));
}

const Sharding* PartitionPlan::stored(const Value* value) const {
  if (!is_shaped(value->type())) return nullptr;
  const FlowGraph& graph = completion_.graph();
  const bool has_cell =
      !global_.of_cell.empty() && value->id() < graph.cell_of.size() && graph.cell_of[value->id()] != kNoCell;
  return stored(has_cell ? global_.of_cell[graph.cell_of[value->id()]] : completion_.of(value), value->type());
}

const Choice& PartitionPlan::by_itself(const Op& op) const {
  std::vector<const Sharding*> operands, results;
  for (int i = 0; i < op.num_operands(); ++i) operands.push_back(stored(op.operand(i)));
  for (int i = 0; i < op.num_results(); ++i) results.push_back(stored(op.result(i)));
  return chooser_->choose(op, operands, results);
}

// Ops without a link are those that no sharding passes through: each is computed as its own values are stored.
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
    if (rule.factors[f].kind != FactorKind::kPass || !abilities_.can_divide(op, rule, f, total_size(axes[f]))) {
      return std::nullopt;
    }
  }
  std::optional<Choice> choice = chooser_->build(op, axes, {}, wanted->mesh_ptr(), wanted->manual_axes());
  return choice && choice->results[0] == wanted ? std::move(choice) : std::nullopt;
}

}  // namespace partita::core::partition
