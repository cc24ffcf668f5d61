#include "ir/build/tensor_builder.h"

#include <algorithm>
#include <numeric>

#include "base/internal_error.h"
#include "ir/build/element_bytes.h"
#include "ir/infer.h"

namespace partita::core::ir {

std::vector<int64_t> counting(int64_t count, int64_t from) {
  std::vector<int64_t> out(count);
  std::iota(out.begin(), out.end(), from);
  return out;
}

std::vector<int64_t> other_dims(int rank, Ints dims) {
  std::vector<int64_t> out;
  for (int64_t d = 0; d < rank; ++d) {
    if (!contains(dims, d)) out.push_back(d);
  }
  return out;
}

std::vector<int64_t> inverse_permutation(Ints permutation) {
  std::vector<int64_t> out(permutation.size());
  for (int64_t i = 0; i < std::ssize(permutation); ++i) out[permutation[i]] = i;
  return out;
}

Value* TensorBuilder::inferred(OpKind kind, std::initializer_list<Value*> operands,
                               std::initializer_list<KeyedAttr> attrs) {
  std::vector<Type> types;
  for (const Value* operand : operands) types.push_back(operand->type());
  const AttrList list = context().attr_list(std::span(attrs.begin(), attrs.size()));
  const InferredTypes result = infer_types(context(), kind, types, list);
  PARTITA_INVARIANT(result.state == InferredTypes::State::kKnown && result.types.size() == 1, result.why);
  return value(kind, operands, result.types[0], attrs);
}

// ---- constants

Value* TensorBuilder::splat(Type type, double number) {
  return constant(context().dense(type, true, element_bytes(type.element(), number)));
}
Value* TensorBuilder::index(int64_t number) {
  const Type type = tensor(ElementType::kS32, {});
  return constant(context().dense(type, true, integer_bytes(ElementType::kS32, number)));
}
Value* TensorBuilder::integers(ElementType element, std::span<const int64_t> numbers) {
  std::vector<std::byte> bytes;
  for (int64_t number : numbers) {
    const auto one = integer_bytes(element, number);
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  const int64_t count = std::ssize(numbers);
  return constant(context().dense(tensor(element, std::span(&count, 1)), false, bytes));
}
Value* TensorBuilder::iota(Type type, int64_t dim) {
  return value(OpKind::kIota, {}, type, {{AttrKey::kIotaDimension, context().integer(dim)}});
}

// ---- pointwise

Value* TensorBuilder::conj(Value* a) {
  return is_complex(a->type().element()) ? value(OpKind::kConj, {a}, a->type()) : a;
}
Value* TensorBuilder::compare(Value* a, std::string_view direction, Value* b) {
  return value(OpKind::kCompare, {a, b}, with_element(a->type(), ElementType::kPred),
               {{AttrKey::kComparisonDirection, context().string(direction)}});
}
Value* TensorBuilder::select(Value* condition, Value* yes, Value* no) {
  return value(OpKind::kSelect, {condition, yes, no}, yes->type());
}
Value* TensorBuilder::convert(Value* operand, ElementType element) {
  if (operand->type().element() == element) return operand;
  return value(OpKind::kConvert, {operand}, with_element(operand->type(), element));
}

// ---- layout

Value* TensorBuilder::broadcast(Value* operand, Type type, Ints dims) {
  if (operand->type() == type && std::vector(dims.begin(), dims.end()) == counting(type.rank())) return operand;
  return value(OpKind::kBroadcastInDim, {operand}, type, {{AttrKey::kBroadcastDimensions, context().ints(dims)}});
}
Value* TensorBuilder::broadcast_scalar(Value* scalar, Type type) { return broadcast(scalar, type, {}); }

Value* TensorBuilder::reshape(Value* operand, Ints dims) {
  const Type type = with_dims(operand->type(), dims);
  return type == operand->type() ? operand : value(OpKind::kReshape, {operand}, type);
}
Value* TensorBuilder::transpose(Value* operand, Ints permutation) {
  if (std::vector(permutation.begin(), permutation.end()) == counting(std::ssize(permutation))) return operand;
  return inferred(OpKind::kTranspose, {operand}, {{AttrKey::kPermutation, context().ints(permutation)}});
}
Value* TensorBuilder::reverse(Value* operand, Ints dims) {
  if (dims.empty()) return operand;
  return value(OpKind::kReverse, {operand}, operand->type(), {{AttrKey::kDimensions, context().ints(dims)}});
}
Value* TensorBuilder::slice(Value* operand, Ints starts, Ints limits, Ints strides) {
  std::vector<int64_t> steps(strides.begin(), strides.end());
  steps.resize(starts.size(), 1);
  std::vector<int64_t> dims;
  for (size_t d = 0; d < starts.size(); ++d) {
    dims.push_back(limits[d] <= starts[d] ? 0 : (limits[d] - starts[d] + steps[d] - 1) / steps[d]);
  }
  const Type type = with_dims(operand->type(), dims);
  if (type == operand->type()) return operand;
  return value(OpKind::kSlice, {operand}, type,
               {{AttrKey::kStartIndices, context().ints(starts)},
                {AttrKey::kLimitIndices, context().ints(limits)},
                {AttrKey::kStrides, context().ints(steps)}});
}
Value* TensorBuilder::slice_dim(Value* operand, int dim, int64_t start, int64_t limit) {
  const Ints dims = operand->type().dims();
  std::vector<int64_t> starts(dims.size(), 0), limits(dims.begin(), dims.end());
  starts[dim] = start;
  limits[dim] = limit;
  return slice(operand, starts, limits);
}
Value* TensorBuilder::pad(Value* operand, Value* fill, Ints low, Ints high, Ints interior) {
  auto is_zero = [](Ints list) {
    for (int64_t n : list) {
      if (n != 0) return false;
    }
    return true;
  };
  if (is_zero(low) && is_zero(high) && is_zero(interior)) return operand;
  return inferred(OpKind::kPad, {operand, fill},
                  {{AttrKey::kEdgePaddingLow, context().ints(low)},
                   {AttrKey::kEdgePaddingHigh, context().ints(high)},
                   {AttrKey::kInteriorPadding, context().ints(interior)}});
}
Value* TensorBuilder::concatenate(std::span<Value* const> operands, int64_t dim) {
  if (operands.size() == 1) return operands[0];
  std::vector<int64_t> dims(operands[0]->type().dims().begin(), operands[0]->type().dims().end());
  dims[dim] = 0;
  for (const Value* part : operands) dims[dim] += part->type().dims()[dim];
  const Type type = with_dims(operands[0]->type(), dims);
  return op(OpKind::kConcatenate, operands, std::span(&type, 1), {{AttrKey::kDimension, context().integer(dim)}})
      ->result();
}
Value* TensorBuilder::dynamic_slice(Value* operand, std::span<Value* const> starts, Ints sizes) {
  std::vector<Value*> operands = {operand};
  operands.insert(operands.end(), starts.begin(), starts.end());
  const Type type = with_dims(operand->type(), sizes);
  return op(OpKind::kDynamicSlice, operands, std::span(&type, 1), {{AttrKey::kSliceSizes, context().ints(sizes)}})
      ->result();
}
Value* TensorBuilder::dynamic_update_slice(Value* operand, Value* update, std::span<Value* const> starts) {
  std::vector<Value*> operands = {operand, update};
  operands.insert(operands.end(), starts.begin(), starts.end());
  const Type type = operand->type();
  return op(OpKind::kDynamicUpdateSlice, operands, std::span(&type, 1))->result();
}

// ---- reductions

void TensorBuilder::fill_combiner(Region& region, OpKind combiner, ElementType element) {
  const Type scalar = tensor(element, {});
  Value* a = region.add_argument(scalar);
  Value* b = region.add_argument(scalar);
  Builder inner(region);
  inner.set_origin_of(*this);
  Value* combined = inner.value(combiner, {a, b}, scalar);
  inner.ret(std::span(&combined, 1));
}
Value* TensorBuilder::reduce(Value* operand, Ints dims, OpKind combiner, Value* init) {
  if (dims.empty()) return operand;
  std::vector<int64_t> kept;
  for (int64_t d : other_dims(operand->type().rank(), dims)) kept.push_back(operand->type().dims()[d]);
  const Type type = with_dims(operand->type(), kept);
  Value* operands[] = {operand, init};
  std::vector<int64_t> sorted(dims.begin(), dims.end());
  std::sort(sorted.begin(), sorted.end());
  Op* made = op(OpKind::kReduce, operands, std::span(&type, 1), {{AttrKey::kDimensions, context().ints(sorted)}}, 1);
  fill_combiner(made->region(0), combiner, type.element());
  return made->result();
}
Value* TensorBuilder::reduce_sum(Value* operand, Ints dims) {
  if (dims.empty()) return operand;
  return reduce(operand, dims, OpKind::kAdd, zeros(tensor(operand->type().element(), {})));
}

// ---- products, indexing

Value* TensorBuilder::dot(Value* lhs, Value* rhs, const DotDims& dims, Type result, Attr precision) {
  return value(OpKind::kDotGeneral, {lhs, rhs}, result,
               {{AttrKey::kLhsBatchingDimensions, context().ints(dims.lhs_batching)},
                {AttrKey::kRhsBatchingDimensions, context().ints(dims.rhs_batching)},
                {AttrKey::kLhsContractingDimensions, context().ints(dims.lhs_contracting)},
                {AttrKey::kRhsContractingDimensions, context().ints(dims.rhs_contracting)},
                {AttrKey::kPrecisionConfig, precision}});
}

Value* TensorBuilder::gather(Value* operand, Value* indices, const GatherDims& dims, Type result, bool sorted) {
  return value(OpKind::kGather, {operand, indices}, result,
               {{AttrKey::kOffsetDims, context().ints(dims.offset_dims)},
                {AttrKey::kCollapsedSliceDims, context().ints(dims.collapsed_slice_dims)},
                {AttrKey::kOperandBatchingDims, context().ints(dims.operand_batching_dims)},
                {AttrKey::kStartIndicesBatchingDims, context().ints(dims.start_indices_batching_dims)},
                {AttrKey::kStartIndexMap, context().ints(dims.start_index_map)},
                {AttrKey::kIndexVectorDim, context().integer(dims.index_vector_dim)},
                {AttrKey::kSliceSizes, context().ints(dims.slice_sizes)},
                {AttrKey::kIndicesAreSorted, context().boolean(sorted)}});
}

Value* TensorBuilder::scatter(Value* operand, Value* indices, Value* updates, const ScatterDims& dims,
                              std::optional<OpKind> combiner, bool sorted, bool unique) {
  Value* operands[] = {operand, indices, updates};
  const Type type = operand->type();
  Op* made = op(OpKind::kScatter, operands, std::span(&type, 1),
                {{AttrKey::kUpdateWindowDims, context().ints(dims.update_window_dims)},
                 {AttrKey::kInsertedWindowDims, context().ints(dims.inserted_window_dims)},
                 {AttrKey::kInputBatchingDims, context().ints(dims.input_batching_dims)},
                 {AttrKey::kScatterIndicesBatchingDims, context().ints(dims.scatter_indices_batching_dims)},
                 {AttrKey::kScatterDimsToOperandDims, context().ints(dims.scatter_dims_to_operand_dims)},
                 {AttrKey::kIndexVectorDim, context().integer(dims.index_vector_dim)},
                 {AttrKey::kIndicesAreSorted, context().boolean(sorted)},
                 {AttrKey::kUniqueIndices, context().boolean(unique)}},
                1);
  Region& body = made->region(0);
  if (combiner) {
    fill_combiner(body, *combiner, type.element());
  } else {
    const Type scalar = tensor(type.element(), {});
    body.add_argument(scalar);
    Value* update = body.add_argument(scalar);
    Builder(body).ret(std::span(&update, 1));
  }
  return made->result();
}

}  // namespace partita::core::ir
