// Sizes of dimensions are those of the global tensor, not of a shard.
#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {
namespace {

std::vector<Value*> lower_get_size(LoweringState& lowering, const LocalOp& local) {
  const auto dim = static_cast<int>(local.op.int_attr(AttrKey::kDimension));
  const auto size = static_cast<double>(local.op.operand(0)->type().dim(dim));
  return {lowering.builder().splat(local.op.result()->type(), size)};
}

}  // namespace

// set_dimension_size keeps its dimension unsharded and divides the others: the op itself.
constinit const LoweringPattern kLowerGetDimensionSize = {.lower = lower_get_size, .can_divide = divides_pass};

}  // namespace partita::core::partition
