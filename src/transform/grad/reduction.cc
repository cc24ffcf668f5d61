// reduce: sums are spread again, extremes shared among those that reached them; any other function is written as a tree
// of its applications to halves, which has the right gradient at zeros of a product, too.
#include "ir/combiner.h"
#include "transform/grad/fold.h"
#include "transform/grad/rewritten.h"
#include "transform/grad/rules.h"

namespace partita::core::transform {
namespace {

// A result, on the shape that was reduced.
Value* spread(TensorBuilder& b, Value* value, Type over, ir::Ints reduced) {
  return b.broadcast(value, b.with_element(over, value->type().element()), ir::other_dims(over.rank(), reduced));
}

// Each of several operands for itself: nothing mixes them.
void grad_sum(Adjoint& a, int i, int count, ir::Ints dims) {
  TensorBuilder& b = a.b();
  Value* ct = b.convert(a.ct(i), a.op().operand(i)->type().element());
  if (a.wanted(i)) a.add(i, spread(b, ct, a.op().operand(i)->type(), dims));
  if (a.wanted(count + i)) a.add(count + i, b.reduce_sum(ct, ir::counting(ct->type().rank())));
}

// The initial value counts among those that may have reached the extreme, unless it is the one that never does.
void grad_extreme(Adjoint& a, int i, int count, ir::Ints dims, OpKind combiner) {
  TensorBuilder& b = a.b();
  const Type type = a.op().operand(i)->type();
  const ElementType element = a.ct(i)->type().element();
  Value* y = a.result(i);
  Value* reached = b.convert(b.compare(b.convert(a.operand(i), element), "EQ", spread(b, y, type, dims)), element);
  Value* winners = b.reduce_sum(reached, dims);
  Value* by_init = nullptr;
  if (!is_identity(a.op().operand(count + i), combiner)) {
    Value* init = b.broadcast_scalar(b.convert(a.operand(count + i), element), y->type());
    by_init = b.convert(b.compare(init, "EQ", y), element);
    winners = b.add(winners, by_init);
  }
  Value* share = b.divide(a.ct(i), winners);
  if (a.wanted(i)) a.add(i, b.convert(b.multiply(spread(b, share, type, dims), reached), type.element()));
  if (a.wanted(count + i) && by_init != nullptr) {
    Value* sum = b.reduce_sum(b.multiply(share, by_init), ir::counting(y->type().rank()));
    a.add(count + i, b.convert(sum, type.element()));
  }
}

Status grad_tree(Adjoint& a, int count, ir::Ints dims) {
  Rewritten other(a);
  TensorBuilder& b = other.b();
  Region& body = a.op().region(0);
  const Type type = a.op().operand(0)->type();
  std::vector<int64_t> order(dims.begin(), dims.end()), kept;
  int64_t elements = 1;
  for (int64_t d : dims) elements *= type.dims()[d];
  std::vector<int64_t> shape = {elements};
  for (int64_t d : ir::other_dims(type.rank(), dims)) {
    order.push_back(d);
    kept.push_back(type.dims()[d]);
    shape.push_back(type.dims()[d]);
  }
  const Combine combine = [&](const Tensors& left, const Tensors& right) {
    Tensors both = left;
    both.insert(both.end(), right.begin(), right.end());
    return other.apply(body, both);
  };
  Tensors inits, values;
  for (int i = 0; i < count; ++i) {
    const ElementType element = body.argument(i)->type().element();
    inits.push_back(b.broadcast_scalar(b.convert(other.operand(count + i), element), b.tensor(element, kept)));
    values.push_back(b.convert(b.reshape(b.transpose(other.operand(i), order), shape), element));
  }
  if (elements == 0) return other.finish(inits);
  PARTITA_ASSIGN(values, fold(b, values, 0, combine));
  for (Value*& value : values) value = b.reshape(value, kept);
  PARTITA_ASSIGN(values, combine(inits, values));
  return other.finish(values);
}

}  // namespace

Status grad_reduce(Adjoint& a) {
  const int count = ir::num_inputs(a.op());
  const ir::Ints dims = a.op().ints_attr(AttrKey::kDimensions);
  const std::optional<OpKind> combiner = ir::common_combiner(a.op().region(0));
  const bool is_sum = combiner == OpKind::kAdd;
  const bool is_extreme = combiner == OpKind::kMaximum || combiner == OpKind::kMinimum;
  if (!is_sum && !is_extreme) return grad_tree(a, count, dims);
  for (int i = 0; i < count; ++i) {
    if (a.ct(i) == nullptr || (!a.wanted(i) && !a.wanted(count + i))) continue;
    if (is_sum) {
      grad_sum(a, i, count, dims);
    } else {
      grad_extreme(a, i, count, dims, *combiner);
    }
  }
  return {};
}

}  // namespace partita::core::transform
