#include "transform/grad/logaddexp.h"

namespace partita::core::transform {
namespace {

// The same for certain: one value, or the same constant made a tensor of this shape twice.
bool are_same(const Value* a, const Value* b) {
  if (a == b) return true;
  if (a->op() == nullptr || b->op() == nullptr || a->type() != b->type() || a->op()->kind() != b->op()->kind())
    return false;
  if (a->op()->is(OpKind::kConstant)) return a->op()->attr(AttrKey::kValue) == b->op()->attr(AttrKey::kValue);
  return a->op()->is(OpKind::kBroadcastInDim) &&
         a->op()->attr(AttrKey::kBroadcastDimensions) == b->op()->attr(AttrKey::kBroadcastDimensions) &&
         are_same(a->op()->operand(0), b->op()->operand(0));
}

// The op of this kind that takes the value, if there is one; the gradient may have added others.
const Op* user_of(const Value* value, OpKind kind) {
  for (const Use* use = value->first_use(); use != nullptr; use = use->next()) {
    if (use->op()->is(kind)) return use->op();
  }
  return nullptr;
}

bool is_maximum_of(const Value* value, const Value* x, const Value* y) {
  const Op* op = value->op();
  return op != nullptr && op->is(OpKind::kMaximum) &&
         ((are_same(op->operand(0), x) && are_same(op->operand(1), y)) ||
          (are_same(op->operand(0), y) && are_same(op->operand(1), x)));
}

}  // namespace

bool is_distance_of_logaddexp(const Op& op) {
  const Op* difference = op.is(OpKind::kAbs) ? op.operand(0)->op() : nullptr;
  if (difference == nullptr || !difference->is(OpKind::kSubtract)) return false;
  const Op* last = &op;
  for (OpKind next : {OpKind::kNegate, OpKind::kExponential, OpKind::kLogPlusOne, OpKind::kAdd}) {
    last = user_of(last->result(), next);
    if (last == nullptr) return false;
  }
  const Value *x = difference->operand(0), *y = difference->operand(1);
  return is_maximum_of(last->operand(0), x, y) || is_maximum_of(last->operand(1), x, y);
}

}  // namespace partita::core::transform
