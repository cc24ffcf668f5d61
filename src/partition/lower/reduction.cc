// reduce along divided dimensions: each device reduces its part, starting from the identity; the initial value counts
// once, on the first device of the group. The result is pending.
#include "ir/views.h"
#include "partition/lower/mechanisms.h"

namespace partita {
namespace {

std::vector<Value*> lower_reduce(Lowering& lowering, const LocalOp& local) {
  LocalBuilder& b = lowering.builder();
  const int n = num_inputs(local.op);
  LocalOp changed = local;
  for (int i = 0; i < n; ++i) {
    const Sharding& result = local.result_sharding(i);
    if (result.unreduced_axes().empty()) continue;
    Type global = local.op.operand(i)->type();
    Value* identity = b.identity(b.tensor(global.element(), {}), result.reduction());
    for (int64_t d : local.op.ints_attr(AttrKey::kDimensions)) {
      Value*& operand = changed.operands[static_cast<size_t>(i)];
      operand = b.mask_padding(operand, global, local.operand_sharding(i), static_cast<int>(d), identity);
    }
    Value*& init = changed.operands[static_cast<size_t>(n + i)];
    Value* group = b.shard_index(result.mesh_ptr(), result.unreduced_axes());
    Value* neutral = b.identity(init->type(), result.reduction());
    init = b.select(b.compare(group, "EQ", b.index(0)), init, neutral);
  }
  return lower_pass(lowering, changed);
}

}  // namespace

void add_reduction(MechanismTable& table) {
  table.set(OpKind::kReduce, {.lower = lower_reduce, .can_divide = divides_pass_and_reduce});
}

}  // namespace partita
