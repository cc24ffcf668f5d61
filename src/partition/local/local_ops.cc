// Index arithmetic and ops on tensors, folded where what they give is known.
#include <algorithm>
#include <cstring>
#include <optional>

#include "partition/local/local_builder.h"

namespace partita::core::partition {

std::optional<int64_t> known_index(const Value* value) {
  const Op* op = value->op();
  if (op == nullptr || !op->is(OpKind::kConstant)) return std::nullopt;
  const Literal& literal = op->attr(AttrKey::kValue).literal();
  if (literal.type.element() != ElementType::kS64 || literal.type.rank() != 0) return std::nullopt;
  int64_t number = 0;
  std::memcpy(&number, literal.data->data(), 8);
  return number;
}

// ---- index arithmetic

Value* LocalBuilder::add(Value* a, Value* b) {
  auto x = known_index(a), y = known_index(b);
  if (x && y) return index(*x + *y);
  if (x && *x == 0) return b;
  if (y && *y == 0) return a;
  return value(OpKind::kAdd, {a, b}, a->type());
}
Value* LocalBuilder::sub(Value* a, Value* b) {
  auto x = known_index(a), y = known_index(b);
  if (x && y) return index(*x - *y);
  if (y && *y == 0) return a;
  return value(OpKind::kSubtract, {a, b}, a->type());
}
Value* LocalBuilder::mul(Value* a, int64_t factor) {
  if (auto x = known_index(a)) return index(*x * factor);
  if (factor == 1) return a;
  if (factor == 0) return index(0);
  return value(OpKind::kMultiply, {a, index(factor)}, a->type());
}
Value* LocalBuilder::div(Value* a, int64_t divisor) {
  if (auto x = known_index(a)) return index(*x / divisor);
  if (divisor == 1) return a;
  return value(OpKind::kDivide, {a, index(divisor)}, a->type());
}
Value* LocalBuilder::rem(Value* a, int64_t divisor) {
  if (auto x = known_index(a)) return index(*x % divisor);
  if (divisor == 1) return index(0);
  return value(OpKind::kRemainder, {a, index(divisor)}, a->type());
}
Value* LocalBuilder::min(Value* a, Value* b) {
  auto x = known_index(a), y = known_index(b);
  if (x && y) return index(std::min(*x, *y));
  return value(OpKind::kMinimum, {a, b}, a->type());
}
Value* LocalBuilder::max(Value* a, Value* b) {
  auto x = known_index(a), y = known_index(b);
  if (x && y) return index(std::max(*x, *y));
  return value(OpKind::kMaximum, {a, b}, a->type());
}
Value* LocalBuilder::clamp(Value* a, int64_t low, int64_t high) {
  if (low >= high) return index(low);
  return min(max(a, index(low)), index(high));
}
Value* LocalBuilder::compare(Value* a, std::string_view direction, Value* b) {
  Type type = context().tensor(ElementType::kPred, a->type().dims());
  return value(OpKind::kCompare, {a, b}, type, {{AttrKey::kComparisonDirection, context().string(direction)}});
}

// ---- tensors

Value* LocalBuilder::broadcast(Value* operand, Type type, std::span<const int64_t> dims) {
  return value(OpKind::kBroadcastInDim, {operand}, type, {{AttrKey::kBroadcastDimensions, context().ints(dims)}});
}
Value* LocalBuilder::broadcast_scalar(Value* scalar, Type type) {
  return type.rank() == 0 ? scalar : broadcast(scalar, type, {});
}
Value* LocalBuilder::iota(Type type, int64_t dim) {
  return value(OpKind::kIota, {}, type, {{AttrKey::kIotaDimension, context().integer(dim)}});
}
Value* LocalBuilder::convert(Value* operand, ElementType element) {
  if (operand->type().element() == element) return operand;
  return value(OpKind::kConvert, {operand}, context().tensor(element, operand->type().dims()));
}
Value* LocalBuilder::reshape(Value* operand, std::span<const int64_t> dims) {
  Type type = context().tensor(operand->type().element(), dims);
  return type == operand->type() ? operand : value(OpKind::kReshape, {operand}, type);
}
Value* LocalBuilder::transpose(Value* operand, std::span<const int64_t> permutation) {
  std::vector<int64_t> dims;
  bool moves = false;
  for (size_t i = 0; i < permutation.size(); ++i) {
    dims.push_back(operand->type().dim(permutation[i]));
    moves = moves || permutation[i] != static_cast<int64_t>(i);
  }
  if (!moves) return operand;
  return value(OpKind::kTranspose, {operand}, context().tensor(operand->type().element(), dims),
               {{AttrKey::kPermutation, context().ints(permutation)}});
}
Value* LocalBuilder::select(Value* condition, Value* yes, Value* no) {
  return value(OpKind::kSelect, {condition, yes, no}, yes->type());
}
Value* LocalBuilder::slice(Value* operand, std::span<const int64_t> starts, std::span<const int64_t> limits) {
  std::vector<int64_t> dims, ones;
  for (size_t d = 0; d < starts.size(); ++d) {
    dims.push_back(limits[d] - starts[d]);
    ones.push_back(1);
  }
  Type type = context().tensor(operand->type().element(), dims);
  if (type == operand->type()) return operand;
  return value(OpKind::kSlice, {operand}, type,
               {{AttrKey::kStartIndices, context().ints(starts)},
                {AttrKey::kLimitIndices, context().ints(limits)},
                {AttrKey::kStrides, context().ints(ones)}});
}
Value* LocalBuilder::slice_dim(Value* operand, int dim, int64_t start, int64_t limit) {
  std::vector<int64_t> starts(operand->type().dims().size(), 0);
  std::vector<int64_t> limits(operand->type().dims().begin(), operand->type().dims().end());
  starts[dim] = start;
  limits[dim] = limit;
  return slice(operand, starts, limits);
}
Value* LocalBuilder::dynamic_slice(Value* operand, std::span<Value* const> starts, std::span<const int64_t> sizes) {
  Type type = context().tensor(operand->type().element(), sizes);
  if (type == operand->type()) return operand;
  std::vector<Value*> operands = {operand};
  operands.insert(operands.end(), starts.begin(), starts.end());
  KeyedAttr attr = {AttrKey::kSliceSizes, context().ints(sizes)};
  return op(OpKind::kDynamicSlice, operands, std::span(&type, 1), std::span(&attr, 1))->result();
}
Value* LocalBuilder::dynamic_slice_dim(Value* operand, int dim, Value* start, int64_t size) {
  std::vector<Value*> starts(operand->type().dims().size(), index(0));
  std::vector<int64_t> sizes(operand->type().dims().begin(), operand->type().dims().end());
  starts[dim] = start;
  sizes[dim] = size;
  return dynamic_slice(operand, starts, sizes);
}
Value* LocalBuilder::dynamic_update_slice(Value* operand, Value* update, std::span<Value* const> starts) {
  std::vector<Value*> operands = {operand, update};
  operands.insert(operands.end(), starts.begin(), starts.end());
  Type type = operand->type();
  return op(OpKind::kDynamicUpdateSlice, operands, std::span(&type, 1))->result();
}
Value* LocalBuilder::pad_dim(Value* operand, int dim, int64_t low, int64_t high, Value* fill) {
  if (low == 0 && high == 0) return operand;
  size_t rank = operand->type().dims().size();
  std::vector<int64_t> lows(rank, 0), highs(rank, 0), interior(rank, 0);
  std::vector<int64_t> dims(operand->type().dims().begin(), operand->type().dims().end());
  lows[dim] = low;
  highs[dim] = high;
  dims[dim] += low + high;
  return value(OpKind::kPad, {operand, fill}, context().tensor(operand->type().element(), dims),
               {{AttrKey::kEdgePaddingLow, context().ints(lows)},
                {AttrKey::kEdgePaddingHigh, context().ints(highs)},
                {AttrKey::kInteriorPadding, context().ints(interior)}});
}
Value* LocalBuilder::concatenate(std::span<Value* const> operands, int dim) {
  if (operands.size() == 1) return operands[0];
  std::vector<int64_t> dims(operands[0]->type().dims().begin(), operands[0]->type().dims().end());
  dims[dim] = 0;
  for (Value* part : operands) dims[dim] += part->type().dim(dim);
  Type type = context().tensor(operands[0]->type().element(), dims);
  KeyedAttr attr = {AttrKey::kDimension, context().integer(dim)};
  return op(OpKind::kConcatenate, operands, std::span(&type, 1), std::span(&attr, 1))->result();
}

}  // namespace partita::core::partition
