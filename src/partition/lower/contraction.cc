// dot_general, scaled_dot: every factor may be divided. Contracted ones give an unreduced value; their padding must not
// be multiplied in, on either side, since 0 · NaN is NaN.
#include "partition/lower/contraction.h"

#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {
namespace {

// Padding of a dimension of operand `i` becomes `fill`.
void mask(LocalBuilder& b, LocalOp& local, int i, int64_t d, double fill) {
  Type global = local.op.operand(i)->type();
  auto dim = static_cast<int>(d);
  if (!LocalBuilder::is_padded(global, local.operand_sharding(i), dim)) return;
  Value*& operand = local.operands[i];
  Value* scalar = b.splat(b.tensor(global.element(), {}), fill);
  operand = b.mask_padding(operand, global, local.operand_sharding(i), dim, scalar);
}

}  // namespace

LocalOp without_contracted_padding(LocalBuilder& b, const LocalOp& local, const DotDims& dims) {
  LocalOp masked = local;
  for (int64_t d : dims.lhs_contracting) mask(b, masked, 0, d, 0);
  for (int64_t d : dims.rhs_contracting) mask(b, masked, 1, d, 0);
  return masked;
}

namespace {

std::vector<Value*> lower_dot(LoweringState& lowering, const LocalOp& local) {
  return lower_pass(lowering, without_contracted_padding(lowering.builder(), local, dot_dims(local.op)));
}

// Scales are multiplied in as well. They have the dimensions of what they scale, in blocks.
std::vector<Value*> lower_scaled(LoweringState& lowering, const LocalOp& local, const DotDims& dims) {
  LocalBuilder& b = lowering.builder();
  LocalOp masked = without_contracted_padding(b, local, dims);
  for (int side = 0; side < 2 && side + 2 < local.op.num_operands(); ++side) {
    if (local.op.operand(side + 2)->type().rank() == 0) continue;
    for (int64_t d : side == 0 ? dims.lhs_contracting : dims.rhs_contracting) mask(b, masked, side + 2, d, 1);
  }
  return lower_pass(lowering, masked);
}

std::vector<Value*> lower_scaled_dot(LoweringState& lowering, const LocalOp& local) {
  return lower_scaled(lowering, local, dot_dims(local.op));
}

// The custom call: the last dimensions are contracted, and only the first side need be scaled.
std::vector<Value*> lower_block_scaled_dot(LoweringState& lowering, const LocalOp& local) {
  int64_t last[] = {local.op.operand(0)->type().rank() - 1};
  return lower_scaled(lowering, local, {{}, {}, last, last});
}

}  // namespace

constinit const LoweringPattern kLowerDot = {.lower = lower_dot, .can_divide = divides_pass_and_reduce};
constinit const LoweringPattern kLowerScaledDot = {.lower = lower_scaled_dot, .can_divide = divides_pass_and_reduce};
constinit const LoweringPattern kLowerBlockScaledDot = {.lower = lower_block_scaled_dot,
                                                        .can_divide = divides_pass_and_reduce};

}  // namespace partita::core::partition
