// Scans that are no loops over the first dimension. Sums run back the same way; products and extremes are written as
// scans by halves; all others become loops.
#include <algorithm>

#include "transform/grad/activity.h"
#include "transform/grad/fold.h"
#include "transform/grad/rewritten.h"
#include "transform/grad/rules.h"
#include "transform/loops/loops.h"

namespace partita::core::transform {
namespace {

// The one op of a body `(x, c) -> (op(x, c), op(x, c))`, which accumulates in any order.
std::optional<OpKind> accumulates_by(const Op& scan) {
  const Region& body = scan.region(0);
  if (scan.int_attr(AttrKey::kNumCarries) != 1 || body.num_arguments() != 2 || scan.num_results() != 2)
    return std::nullopt;
  const Op *op = body.first(), *end = body.terminator();
  if (op == end || op->next() != end || end->operand(0) != op->result() || end->operand(1) != op->result()) {
    return std::nullopt;
  }
  const Value *x = body.argument(0), *c = body.argument(1);
  if (x->type() != c->type() || op->num_operands() != 2) return std::nullopt;
  const bool of_both = (op->operand(0) == x && op->operand(1) == c) || (op->operand(0) == c && op->operand(1) == x);
  const bool known =
      op->is(OpKind::kAdd) || op->is(OpKind::kMultiply) || op->is(OpKind::kMaximum) || op->is(OpKind::kMinimum);
  return of_both && known ? std::optional(op->kind()) : std::nullopt;
}

Status grad_sum(Adjoint& a) {
  Value* cts[] = {a.ct_or_zeros(0), a.ct_or_zeros(1)};
  Op* back = a.b().like(a.op(), cts);
  back->set_attr(AttrKey::kIsReverse, a.context().boolean(!a.op().bool_attr(AttrKey::kIsReverse)));
  a.add(0, back->result(0));
  a.add(1, back->result(1));
  return {};
}

Status grad_by_halves(Adjoint& a, OpKind kind) {
  const int dim = static_cast<int>(a.op().int_attr(AttrKey::kDimension));
  const bool reverse = a.op().bool_attr(AttrKey::kIsReverse);
  Rewritten other(a);
  TensorBuilder& b = other.b();
  Value *x = other.operand(0), *init = other.operand(1);
  const Type type = x->type();
  const int64_t size = type.dim(dim);
  if (size == 0) {
    Value* results[] = {x, init};
    return other.finish(results);
  }
  const Combine combine = [&](const Tensors& left, const Tensors& right) -> Result<Tensors> {
    return Tensors{b.value(kind, {left[0], right[0]}, left[0]->type())};
  };
  PARTITA_ASSIGN(const Tensors prefixes, scan(b, {x}, dim, reverse, combine));
  std::vector<int64_t> slice(type.dims().begin(), type.dims().end());
  slice[dim] = 1;
  // The carry may have the dimension, as 1, or not.
  Value* spread = b.broadcast(b.reshape(init, slice), type, ir::counting(type.rank()));
  Value* y = b.value(kind, {spread, prefixes[0]}, type);
  Value* last = take(b, {y}, dim, reverse ? 0 : size - 1, 1)[0];
  Value* results[] = {y, b.reshape(last, init->type().dims())};
  return other.finish(results);
}

// The dimension first, and slices without it: a loop.
Status grad_as_loop(Adjoint& a) {
  Op& op = a.op();
  Rewritten other(a);
  TensorBuilder& b = other.b();
  const int64_t dim = op.int_attr(AttrKey::kDimension);
  const int carries = static_cast<int>(op.int_attr(AttrKey::kNumCarries));
  const int inputs = op.num_operands() - carries, outputs = op.num_results() - carries;
  const int64_t length = scan_length(op);
  auto dim_first = [&](Type type) {
    std::vector<int64_t> order = {dim};
    for (int64_t d : ir::other_dims(type.rank(), std::span(&dim, 1))) order.push_back(d);
    return order;
  };
  auto slice_of = [&](Type stack) {
    std::vector<int64_t> dims(stack.dims().begin(), stack.dims().end());
    dims.erase(dims.begin() + dim);
    return b.with_dims(stack, dims);
  };

  std::vector<Value*> operands;
  std::vector<Type> types;
  for (int i = 0; i < inputs; ++i) operands.push_back(b.transpose(other.operand(i), dim_first(op.operand(i)->type())));
  if (inputs == 0) operands.push_back(b.iota(b.tensor(ElementType::kS32, std::span(&length, 1)), 0));
  for (int i = 0; i < carries; ++i) operands.push_back(other.operand(inputs + i));
  for (int i = 0; i < outputs; ++i) {
    const Type slice = slice_of(op.result(i)->type());
    std::vector<int64_t> dims(slice.dims().begin(), slice.dims().end());
    dims.insert(dims.begin(), length);
    types.push_back(b.with_dims(slice, dims));
  }
  for (int i = 0; i < carries; ++i) types.push_back(op.result(outputs + i)->type());
  Op* loop = b.op(OpKind::kScan, operands, types,
                  {{AttrKey::kDimension, a.context().integer(0)},
                   {AttrKey::kNumCarries, op.attr(AttrKey::kNumCarries)},
                   {AttrKey::kIsReverse, a.context().boolean(op.bool_attr(AttrKey::kIsReverse))}},
                  1);

  Region &body = loop->region(0), &from = op.region(0);
  TensorBuilder inner(body);
  inner.set_origin_of(b);
  Module::ValueMap map;
  for (Value* captured : captured_values(op)) map.set(captured, other.use(captured));
  std::vector<Value*> arguments;
  for (int i = 0; i < inputs; ++i) arguments.push_back(body.add_argument(slice_of(op.operand(i)->type())));
  if (inputs == 0) body.add_argument(b.tensor(ElementType::kS32, {}));
  for (int i = 0; i < carries; ++i) arguments.push_back(body.add_argument(op.operand(inputs + i)->type()));
  for (int i = 0; i < std::ssize(arguments); ++i) {
    map.set(from.argument(i), inner.reshape(arguments[i], from.argument(i)->type().dims()));
  }
  for (Op& step : from) {
    if (!step.info().has(kTerminator)) op.module().clone_op(step, body, map);
  }
  std::vector<Value*> returned;
  for (int i = 0; i < op.num_results(); ++i) {
    Value* value = map.get(from.terminator()->operand(i));
    returned.push_back(i < outputs ? inner.reshape(value, slice_of(op.result(i)->type()).dims()) : value);
  }
  inner.ret(returned);

  std::vector<Value*> results;
  for (int i = 0; i < op.num_results(); ++i) {
    const std::vector<int64_t> back =
        i < outputs ? ir::inverse_permutation(dim_first(op.result(i)->type())) : std::vector<int64_t>();
    results.push_back(i < outputs ? b.transpose(loop->result(i), back) : loop->result(i));
  }
  return other.finish(results);
}

}  // namespace

Status grad_cumulative(Adjoint& a) {
  const std::optional<OpKind> kind = accumulates_by(a.op());
  if (!kind) return grad_as_loop(a);
  return kind == OpKind::kAdd ? grad_sum(a) : grad_by_halves(a, *kind);
}

}  // namespace partita::core::transform
