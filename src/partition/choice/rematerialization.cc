#include "partition/choice/rematerialization.h"

#include "complete/graph.h"
#include "partition/choice/loop_carries.h"
#include "partition/choice/partition_plan.h"
#include "partition/choice/strategy_selector.h"

namespace partita::core::partition {
namespace {

constexpr int kMaxDepth = 3;  // the longest chain of ops rematerialized for one demand

// Elementwise, or moving elements: no reductions, random numbers or host effects.
bool is_cheap(const Op& op, const Rule& rule) {
  if (op.num_results() != 1 || op.num_regions() != 0 || op.num_operands() == 0) return false;
  if (op.is(OpKind::kCustomCall) || rule.flow != FlowClass::kFormatting || rule.per_value) {
    return op.is(OpKind::kBroadcastInDim);
  }
  return true;
}

// How to compute the op's one result in this sharding, if the op is cheap; nothing otherwise.
std::optional<Choice> choice_giving(const PartitionPlan& plan, const Op& op, const Sharding* wanted) {
  const Rule& rule = plan.rules().rule(op);
  if (!is_cheap(op, rule) || !wanted->unreduced_axes().empty() || wanted->is_maximal()) return std::nullopt;
  if (rule.results.size() != 1 || rule.results[0].empty()) return std::nullopt;
  const FactorAxes axes = complete::axes_on_factors(rule, rule.results[0], wanted, nullptr);
  for (size_t f = 0; f < axes.size(); ++f) {
    if (axes[f].empty()) continue;
    if (rule.factors[f].kind != FactorKind::kPass ||
        !plan.capabilities().can_divide(op, rule, f, total_size(axes[f]))) {
      return std::nullopt;
    }
  }
  std::optional<Choice> choice = plan.selector().build(op, axes, {}, wanted->mesh_ptr(), wanted->manual_axes());
  return choice && choice->results[0] == wanted ? std::move(choice) : std::nullopt;
}

double price_of_reshard(const PartitionPlan& plan, const Value* value, const Sharding* wanted) {
  return plan.pricing().reshard(value->type(), plan.storage_sharding(value), wanted, plan.pool());
}

// How to compute the value in this sharding for less than `limit`, which becomes the price; nothing where that is not
// possible.
std::optional<Choice> cheaper(const PartitionPlan& plan, const Value* value, const Sharding* wanted, double& limit,
                              int depth = 1) {
  if (value->op() == nullptr || depth > kMaxDepth) return std::nullopt;
  const Op& op = *value->op();
  std::optional<Choice> choice = choice_giving(plan, op, wanted);
  if (!choice) return std::nullopt;
  double price = plan.pricing().work(op, plan.rules().rule(op), *choice);
  for (int i = 0; i < op.num_operands() && price < limit; ++i) {
    const Sharding* needed = choice->operands[i];
    const Value* operand = before_unchanged_loops(op.operand(i));
    if (needed == nullptr || complete::is_constant_like(*operand)) continue;  // constants are made anywhere
    double least = price_of_reshard(plan, operand, needed);
    if (least > 0) cheaper(plan, operand, needed, least, depth + 1);
    price += least;
  }
  if (price >= limit) return std::nullopt;
  limit = price;
  return choice;
}

}  // namespace

void Rematerializations::decide(const PartitionPlan& plan, const Value* value, const Sharding* wanted) {
  value = before_unchanged_loops(value);
  if (wanted == nullptr || value->op() == nullptr || wanted == plan.storage_sharding(value)) return;  // most of them
  struct Demand {
    const Value* value;
    const Sharding* wanted;
  };
  std::vector<Demand> demands = {{value, wanted}};
  while (!demands.empty()) {
    const Demand demand = demands.back();
    demands.pop_back();
    const Value* source = before_unchanged_loops(demand.value);
    if (demand.wanted == nullptr || source->op() == nullptr) continue;
    if (demand.wanted == plan.storage_sharding(source) || complete::is_constant_like(*source)) continue;
    std::vector<Decision>& decisions = decisions_[source];
    bool known = false;
    for (const Decision& decision : decisions) known = known || decision.wanted == demand.wanted;
    if (known) continue;
    double price = price_of_reshard(plan, source, demand.wanted);
    decisions.push_back({demand.wanted, price > 0 ? cheaper(plan, source, demand.wanted, price) : std::nullopt});
    const std::optional<Choice>& choice = decisions.back().choice;
    if (!choice) continue;
    for (int i = 0; i < source->op()->num_operands(); ++i) {
      demands.push_back({source->op()->operand(i), choice->operands[i]});
    }
  }
}

const Choice* Rematerializations::find(const Value* value, const Sharding* wanted) const {
  const auto at = decisions_.find(value);
  if (at == decisions_.end()) return nullptr;
  for (const Decision& decision : at->second) {
    if (decision.wanted == wanted) return decision.choice ? &*decision.choice : nullptr;
  }
  return nullptr;
}

}  // namespace partita::core::partition
