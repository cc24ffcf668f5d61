// Collectives of the program itself. Those between replicas, and those of manual code along other axes than the manual
// ones, take shards as they are. One between partitions outside of manual code takes replicated tensors:
//
//   all_reduce %a[x] over all 4 partitions:  %w = all_gather %a'; %s = all_reduce %w (4 a); each keeps its slice of %s
#include "ir/replica_groups.h"
#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {
namespace {

bool is_between_partitions(const Op& op) { return group_numbers(op) != GroupNumbers::kReplicas; }

bool is_manual(const Choice& choice) {
  for (const auto* shardings : {&choice.operands, &choice.results}) {
    for (const Sharding* sharding : *shardings) {
      if (sharding != nullptr && !sharding->manual_axes().empty()) return true;
    }
  }
  return false;
}

std::vector<Value*> lower_collective(LoweringState& lowering, const LocalOp& local) {
  if (!is_between_partitions(local.op) || is_manual(local.choice)) return lower_pass(lowering, local);
  std::vector<Value*> operands;
  std::vector<Type> types;
  for (int i = 0; i < local.op.num_operands(); ++i) {
    const Sharding* from = local.choice.operands[i];
    Value* operand = local.operands[i];
    operands.push_back(from == nullptr
                           ? operand
                           : lowering.reshard(operand, local.op.operand(i)->type(), from, lowering.replicated(*from)));
  }
  for (int i = 0; i < local.op.num_results(); ++i) types.push_back(local.op.result(i)->type());
  std::vector<Value*> results = lowering.builder().clone(local.op, operands, types)->results();
  for (int i = 0; i < local.op.num_results(); ++i) {
    const Sharding* to = local.choice.results[i];
    if (to == nullptr) continue;
    Value*& result = results[i];
    result = lowering.reshard(result, types[i], lowering.replicated(*to), to);
  }
  return results;
}

}  // namespace

constinit const LoweringPattern kLowerCollective = {.lower = lower_collective, .can_divide = divides_pass};

}  // namespace partita::core::partition
