// A Builder that knows the ops on tensors: what they need as attributes, and what type comes out.
//
//   TensorBuilder b(op);  // before `op`
//   Value* total = b.reduce_sum(b.multiply(x, x), ir::counting(2));
//
// Ops that would change nothing are not made: a reshape to the shape it has, a transpose that moves no dimension.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "ir/builder.h"
#include "ir/views.h"

namespace partita::core::ir {

class TensorBuilder : public Builder {
 public:
  using Builder::Builder;
  TensorBuilder(const Builder& builder) : Builder(builder) {}  // NOLINT: implicit by intent

  Type tensor(ElementType element, Ints dims) const { return context().tensor(element, dims); }
  Type with_element(Type type, ElementType element) const { return tensor(element, type.dims()); }
  Type with_dims(Type type, Ints dims) const { return tensor(type.element(), dims); }

  // The type that the op's rule gives: for ops whose result follows from operands and attributes.
  Value* inferred(OpKind kind, std::initializer_list<Value*> operands, std::initializer_list<KeyedAttr> attrs = {});

  // ---- constants
  Value* splat(Type type, double number);  // all elements the same
  Value* zeros(Type type) { return splat(type, 0); }
  Value* index(int64_t number);  // an i32 scalar, what loops and slices count with
  Value* integers(ElementType element, std::span<const int64_t> numbers);  // one dimension
  Value* iota(Type type, int64_t dim);

  // ---- pointwise, on operands of one type
  Value* add(Value* a, Value* b) { return value(OpKind::kAdd, {a, b}, a->type()); }
  Value* subtract(Value* a, Value* b) { return value(OpKind::kSubtract, {a, b}, a->type()); }
  Value* multiply(Value* a, Value* b) { return value(OpKind::kMultiply, {a, b}, a->type()); }
  Value* divide(Value* a, Value* b) { return value(OpKind::kDivide, {a, b}, a->type()); }
  Value* negate(Value* a) { return value(OpKind::kNegate, {a}, a->type()); }
  Value* scale(Value* a, double factor) { return factor == 1 ? a : multiply(a, splat(a->type(), factor)); }
  Value* conj(Value* a);                                           // `a` itself where it is real
  Value* compare(Value* a, std::string_view direction, Value* b);  // "LT", "EQ", …
  Value* select(Value* condition, Value* yes, Value* no);
  Value* convert(Value* operand, ElementType element);

  // ---- layout
  Value* broadcast(Value* operand, Type type, Ints dims);  // operand dimension i becomes dims[i]
  Value* broadcast_scalar(Value* scalar, Type type);
  Value* reshape(Value* operand, Ints dims);
  Value* transpose(Value* operand, Ints permutation);
  Value* reverse(Value* operand, Ints dims);
  Value* slice(Value* operand, Ints starts, Ints limits, Ints strides = {});
  Value* slice_dim(Value* operand, int dim, int64_t start, int64_t limit);
  Value* pad(Value* operand, Value* fill, Ints low, Ints high, Ints interior);  // negative edges cut
  Value* concatenate(std::span<Value* const> operands, int64_t dim);
  Value* dynamic_slice(Value* operand, std::span<Value* const> starts, Ints sizes);
  Value* dynamic_update_slice(Value* operand, Value* update, std::span<Value* const> starts);

  // ---- reductions; a body of one op on scalars
  Value* reduce(Value* operand, Ints dims, OpKind combiner, Value* init);
  Value* reduce_sum(Value* operand, Ints dims);
  void fill_combiner(Region& region, OpKind combiner, ElementType element);

  // ---- products, indexing
  Value* dot(Value* lhs, Value* rhs, const DotDims& dims, Type result, Attr precision = {});
  Value* gather(Value* operand, Value* indices, const GatherDims& dims, Type result, bool sorted = false);
  // Updates are combined into `operand`; without a combiner they overwrite.
  Value* scatter(Value* operand, Value* indices, Value* updates, const ScatterDims& dims,
                 std::optional<OpKind> combiner, bool sorted = false, bool unique = false);
};

// 0, 1, … count - 1, and so on from another start.
std::vector<int64_t> counting(int64_t count, int64_t from = 0);
// The dimensions of a tensor of this rank that `dims` does not have, in order.
std::vector<int64_t> other_dims(int rank, Ints dims);
std::vector<int64_t> inverse_permutation(Ints permutation);

}  // namespace partita::core::ir

namespace partita::core {
using ir::TensorBuilder;
}  // namespace partita::core
