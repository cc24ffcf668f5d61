// Ops that move elements: what they say of dimensions is said of those behind the new one.
#include "transform/vectorize/rules.h"

namespace partita::core::transform {

Status vectorize_broadcast_in_dim(Batch& v) {
  Value* operand = v.operand(0).value;
  const auto dims = with_first(0, shifted(v.op().ints_attr(AttrKey::kBroadcastDimensions)));
  v.set(0, v.b().broadcast(operand, v.wider(v.op().result()->type()), dims));
  return {};
}

Status vectorize_reshape(Batch& v) {
  Value* operand = v.operand(0).value;
  v.set_all(*v.like_wider(std::span(&operand, 1)));
  return {};
}

Status vectorize_bitcast_convert(Batch& v) { return vectorize_reshape(v); }

Status vectorize_dims(Batch& v) {
  Value* operand = v.operand(0).value;
  Op* copy = v.like_wider(std::span(&operand, 1));
  const auto put = [&](AttrKey key, const std::vector<int64_t>& list) { copy->set_attr(key, v.context().ints(list)); };
  const Op& op = v.op();
  if (op.is(OpKind::kTranspose))
    put(AttrKey::kPermutation, with_first(0, shifted(op.ints_attr(AttrKey::kPermutation))));
  if (op.is(OpKind::kReverse)) put(AttrKey::kDimensions, shifted(op.ints_attr(AttrKey::kDimensions)));
  if (op.is(OpKind::kSlice)) {
    put(AttrKey::kStartIndices, with_first(0, op.ints_attr(AttrKey::kStartIndices)));
    put(AttrKey::kLimitIndices, with_first(v.size(), op.ints_attr(AttrKey::kLimitIndices)));
    put(AttrKey::kStrides, with_first(1, op.ints_attr(AttrKey::kStrides)));
  }
  v.set_all(*copy);
  return {};
}

// A value to pad with that is mapped comes in where a mask, padded the same way, says that there is padding.
Status vectorize_pad(Batch& v) {
  TensorBuilder& b = v.b();
  const Op& op = v.op();
  const auto low = with_first(0, op.ints_attr(AttrKey::kEdgePaddingLow));
  const auto high = with_first(0, op.ints_attr(AttrKey::kEdgePaddingHigh));
  const auto interior = with_first(0, op.ints_attr(AttrKey::kInteriorPadding));
  Value* operand = v.mapped(0);
  if (!v.is_mapped(1)) {
    v.set(0, b.pad(operand, v.operand(1).value, low, high, interior));
    return {};
  }
  const Type wide = v.wider(op.result()->type());
  Value* padded = b.pad(operand, b.zeros(b.tensor(wide.element(), {})), low, high, interior);
  const Type truth = b.with_element(operand->type(), ElementType::kPred);
  Value* mask = b.pad(b.splat(truth, 1), b.splat(b.tensor(ElementType::kPred, {}), 0), low, high, interior);
  const int64_t first = 0;
  v.set(0, b.select(mask, padded, b.broadcast(v.operand(1).value, wide, std::span(&first, 1))));
  return {};
}

Status vectorize_concatenate(Batch& v) {
  v.set(0, v.b().concatenate(v.all_mapped(), v.op().int_attr(AttrKey::kDimension) + 1));
  return {};
}

Status vectorize_get_dimension_size(Batch& v) {  // sizes are static: the same for all
  const int dim = static_cast<int>(v.op().int_attr(AttrKey::kDimension));
  v.set(0, v.b().splat(v.op().result()->type(), static_cast<double>(v.op().operand(0)->type().dim(dim))), false);
  return {};
}

}  // namespace partita::core::transform
