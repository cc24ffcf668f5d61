// Cheap values are rematerialized rather than moved.
//
//   %m = compare %rows, %columns : 512x512, stored [x, -]; wanted [-, x]; rows and columns are on every device
//
// An all-to-all of %m would send its elements. Comparing other parts of rows and columns sends nothing. The same holds
// for broadcasts of small values, and between meshes whose axes have nothing in common.
#include "cost/op_prices.h"
#include "partition/lower/lowering_patterns.h"
#include "partition/reshard/estimate.h"

namespace partita::core::partition {
namespace {

constexpr int kMaxDepth = 3;  // the longest chain of ops rematerialized for one copy

}  // namespace

double LoweringState::cost_to_reshard(const Value* global, const Sharding* wanted, const LocalCopy*& best) {
  double least = 0;
  const Type type = global->type();
  for (const LocalCopy& copy : copies_[global->id()]) {
    const Sharding* from = with_manual_of(copy.sharding, *wanted, pool());
    const double cost =
        from == wanted
            ? 0
            : weights().of(reshard::estimate(type.dims(), cost::packed_bits(type.element()), *from, *wanted));
    if (best == nullptr || cost < least) {
      best = &copy;
      least = cost;
    }
  }
  return least;
}

std::optional<Choice> LoweringState::cheaper_rematerialization(const Value* global, const Sharding* wanted,
                                                               double& limit, int depth) {
  if (global->op() == nullptr || depth > kMaxDepth) return std::nullopt;
  const Op& op = *global->op();
  std::optional<Choice> choice = plan_.choice_giving(op, wanted);
  if (!choice) return std::nullopt;
  double cost = cost::op_work(op) * weights().operation / static_cast<double>(total_size(wanted->sharded_axes()));
  for (int i = 0; i < op.num_operands() && cost < limit; ++i) {
    const Sharding* needed = choice->operands[i];
    const Value* operand = op.operand(i);
    while (same_as_[operand->id()] != nullptr) operand = same_as_[operand->id()];
    if (needed == nullptr || copies_[operand->id()].empty()) continue;  // constants are made anywhere
    const LocalCopy* nearest = nullptr;
    double least = cost_to_reshard(operand, needed, nearest);
    if (least > 0) cheaper_rematerialization(operand, needed, least, depth + 1);
    cost += least;
  }
  if (cost >= limit) return std::nullopt;
  limit = cost;
  return choice;
}

Value* LoweringState::rematerialize(const Op& op, const Choice& choice) {
  LocalOp local{op, completion_.rules().rule(op), choice, {}};
  for (int i = 0; i < op.num_operands(); ++i) {
    local.operands.push_back(get(op.operand(i), choice.operands[i]));
  }
  builder_.set_origin(op);
  return pattern_of(op).lower(*this, local)[0];
}

}  // namespace partita::core::partition
