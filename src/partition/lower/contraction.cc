// dot_general: every factor may be divided. Contracted ones give a pending sum; their padding must not be multiplied
// in, on either side, since 0 · NaN is NaN.
#include "ir/views.h"
#include "partition/lower/mechanisms.h"

namespace partita {
namespace {

std::vector<Value*> lower_dot(Lowering& lowering, const LocalOp& local) {
  LocalBuilder& b = lowering.builder();
  DotDims dims = dot_dims(local.op);
  LocalOp masked = local;
  for (int side = 0; side < 2; ++side) {
    Type global = local.op.operand(side)->type();
    for (int64_t d : side == 0 ? dims.lhs_contracting : dims.rhs_contracting) {
      Value*& operand = masked.operands[static_cast<size_t>(side)];
      auto dim = static_cast<int>(d);
      if (!LocalBuilder::is_padded(global, local.operand_sharding(side), dim)) continue;
      Value* zero = b.splat(b.tensor(global.element(), {}), 0.0);
      operand = b.mask_padding(operand, global, local.operand_sharding(side), dim, zero);
    }
  }
  return lower_pass(lowering, masked);
}

}  // namespace

void add_contraction(MechanismTable& table) {
  table.set(OpKind::kDotGeneral, {.lower = lower_dot, .can_divide = divides_pass_and_reduce});
}

}  // namespace partita
