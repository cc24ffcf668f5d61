// Parts of what is only repeated.
#include <vector>

#include "ir/builder.h"
#include "optimize/collective.h"
#include "optimize/simplify.h"

namespace partita::core::optimize {

// A part of a broadcast is a broadcast: of a part of its operand, where dimensions are cut that come from there.
//
//   %b = broadcast_in_dim %x : 1x32 -> 8x32x32         %y = dynamic_slice %x, 0, %j : 1x32 -> 1x4
//   %s = dynamic_slice %b, %i, %k, %j : 2x4x4          %s = broadcast_in_dim %y : 1x4 -> 2x4x4
Value* Simplifier::part_of_broadcast(Op& slice) {
  Op* broadcast = slice.operand(0)->op();
  if (broadcast == nullptr || !broadcast->is(OpKind::kBroadcastInDim)) return nullptr;
  Value* x = broadcast->operand(0);
  const Type whole = broadcast->result()->type(), part = slice.result()->type();
  if (whole == part || whole.num_elements() <= x->type().num_elements()) return nullptr;
  const std::span<const int64_t> dims = broadcast->ints_attr(AttrKey::kBroadcastDimensions);
  std::vector<int64_t> sizes;
  bool cuts = false;
  for (int d = 0; d < x->type().rank(); ++d) {
    const int to = static_cast<int>(dims[d]);
    const bool repeated = x->type().dim(d) != whole.dim(to);
    sizes.push_back(repeated ? x->type().dim(d) : part.dim(to));
    cuts |= sizes.back() != x->type().dim(d);
  }
  ir::Builder b(&slice);
  if (cuts) {
    std::vector<Value*> operands = {x};
    for (int d = 0; d < x->type().rank(); ++d) operands.push_back(slice.operand(1 + static_cast<int>(dims[d])));
    // Of a repeated dimension all is taken: wherever it starts, that is clamped to the beginning.
    const Type type = context().with_dims(x->type(), sizes);
    x = b.op(OpKind::kDynamicSlice, operands, {&type, 1}, {{AttrKey::kSliceSizes, context().ints(sizes)}})->result();
  }
  Op* made = b.like(*broadcast, {&x, 1}, {&part, 1});
  replace_result(slice, made->result());
  return made->result();
}

}  // namespace partita::core::optimize
