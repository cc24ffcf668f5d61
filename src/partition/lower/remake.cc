// What is cheap to make is made again rather than moved.
//
//   %m = compare %rows, %columns : 512x512, stored [x, -]; wanted [-, x]; rows and columns are on every device
//
// Turning %m would send it over the wire. Comparing the other part of rows and columns sends nothing. The same holds
// for what is broadcast from something small, and between meshes whose axes have nothing in common.
#include "cost/op_prices.h"
#include "partition/lower/mechanisms.h"
#include "partition/reshard/estimate.h"

namespace partita {
namespace {

constexpr int kMaxDepth = 3;  // ops made again for one form, one behind the other

// Element by element, or elements put elsewhere: nothing that sums up, draws numbers or speaks to the outside.
bool is_cheap(const Op& op, const Rule& rule) {
  if (op.num_results() != 1 || op.num_regions() != 0 || op.num_operands() == 0) return false;
  if (op.is(OpKind::kCustomCall) || rule.flow != FlowClass::kFormatting || rule.per_value) {
    return op.is(OpKind::kBroadcastInDim);
  }
  return true;
}

}  // namespace

const Choice* Decisions::choice_giving(const Op& op, const Sharding* wanted) {
  const Rule& rule = completion_.rules().rule(op);
  if (!is_cheap(op, rule) || !wanted->unreduced_axes().empty() || wanted->is_maximal()) return nullptr;
  if (rule.results.size() != 1 || rule.results[0].empty()) return nullptr;
  const FactorAxes axes = axes_on_factors(rule, rule.results[0], wanted, nullptr);
  for (size_t f = 0; f < axes.size(); ++f) {
    if (axes[f].empty()) continue;
    if (rule.factors[f].kind != FactorKind::kPass ||
        !abilities_->can_divide(op, rule, static_cast<int>(f), total_size(axes[f]))) {
      return nullptr;
    }
  }
  const Choice* choice = chooser_->make(op, axes, {}, wanted->mesh_ptr(), wanted->manual_axes());
  return choice != nullptr && choice->results[0] == wanted ? choice : nullptr;
}

double Lowering::cost_to_bring(const Value* global, const Sharding* wanted, const Form*& best) {
  double least = 0;
  const Type type = global->type();
  for (const Form& form : forms_[global->id()]) {
    const Sharding* from = with_manual_of(form.sharding, *wanted, pool());
    const double cost =
        from == wanted ? 0 : weights().of(reshard::estimate(type.dims(), packed_bits(type.element()), *from, *wanted));
    if (best == nullptr || cost < least) {
      best = &form;
      least = cost;
    }
  }
  return least;
}

const Choice* Lowering::cheaper_again(const Value* global, const Sharding* wanted, double& limit, int depth) {
  if (global->op() == nullptr || depth > kMaxDepth) return nullptr;
  const Op& op = *global->op();
  const Choice* choice = decisions_.choice_giving(op, wanted);
  if (choice == nullptr) return nullptr;
  double cost = op_work(op) * weights().operation / static_cast<double>(total_size(wanted->sharded_axes()));
  for (int i = 0; i < op.num_operands() && cost < limit; ++i) {
    const Sharding* needed = choice->operands[static_cast<size_t>(i)];
    const Value* operand = op.operand(i);
    while (same_as_[operand->id()] != nullptr) operand = same_as_[operand->id()];
    if (needed == nullptr || forms_[operand->id()].empty()) continue;  // constants are made anywhere
    const Form* form = nullptr;
    double least = cost_to_bring(operand, needed, form);
    if (least > 0) cheaper_again(operand, needed, least, depth + 1);
    cost += least;
  }
  if (cost >= limit) return nullptr;
  limit = cost;
  return choice;
}

Value* Lowering::make_again(const Op& op, const Choice& choice) {
  LocalOp local{op, completion_.rules().rule(op), choice, {}};
  for (int i = 0; i < op.num_operands(); ++i) {
    local.operands.push_back(get(op.operand(i), choice.operands[static_cast<size_t>(i)]));
  }
  builder_.set_origin(op);
  return mechanism_of(op).lower(*this, local)[0];
}

}  // namespace partita
