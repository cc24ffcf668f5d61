// Ops that move elements without changing them: their cotangents move back.
#include <algorithm>

#include "transform/grad/rules.h"

namespace partita::core::transform {

Status grad_identity(Adjoint& a) {
  a.add(0, a.ct());
  return {};
}

Status grad_constraint(Adjoint& a) {
  Value* ct = a.ct();
  a.add(0, a.b().like(a.op(), std::span(&ct, 1))->result());
  return {};
}

// All that is wanted passes one barrier again, so that the order it is there for holds for cotangents, too.
Status grad_barrier(Adjoint& a) {
  std::vector<int> which;
  std::vector<Value*> cts;
  std::vector<Type> types;
  for (int i = 0; i < a.op().num_results(); ++i) {
    if (!a.wanted(i) || a.ct(i) == nullptr) continue;
    which.push_back(i);
    cts.push_back(a.ct(i));
    types.push_back(a.ct(i)->type());
  }
  Op* barrier = a.b().op(OpKind::kOptimizationBarrier, cts, types);
  for (int k = 0; k < std::ssize(which); ++k) a.add(which[k], barrier->result(k));
  return {};
}

Status grad_propagation_barrier(Adjoint& a) {
  const std::string_view direction = a.op().text_attr(AttrKey::kAllowedDirection);
  const std::string_view turned = direction == "FORWARD" ? "BACKWARD" : direction == "BACKWARD" ? "FORWARD" : direction;
  a.add(0, a.b().value(OpKind::kPropagationBarrier, {a.ct()}, a.ct()->type(),
                       {{AttrKey::kAllowedDirection, a.context().string(turned)}}));
  return {};
}

// Sums over the dimensions that were added, or grown from 1. Dimensions may come in any order.
Status grad_broadcast_in_dim(Adjoint& a) {
  const Type from = a.op().operand(0)->type(), to = a.op().result()->type();
  const ir::Ints places = a.op().ints_attr(AttrKey::kBroadcastDimensions);
  std::vector<int64_t> summed = ir::other_dims(to.rank(), places);
  for (int d = 0; d < from.rank(); ++d) {
    if (from.dim(d) != to.dim(static_cast<int>(places[d]))) summed.push_back(places[d]);
  }
  Value* sum = a.b().reduce_sum(a.ct(), summed);
  std::vector<int64_t> order;  // of the operand's dimensions that remain, by where they are in the result
  for (int64_t place : ir::other_dims(to.rank(), summed)) {
    for (int d = 0; d < from.rank(); ++d) {
      if (places[d] == place) order.push_back(d);
    }
  }
  // `sum` has the operand's dimensions in `order`; put them into the operand's own order, then bring back those of 1.
  std::vector<int64_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int64_t> permutation;
  for (int64_t d : sorted) permutation.push_back(std::find(order.begin(), order.end(), d) - order.begin());
  a.add(0, a.b().reshape(a.b().transpose(sum, permutation), from.dims()));
  return {};
}

Status grad_reshape(Adjoint& a) {
  const Type from = a.op().operand(0)->type();
  if (from.element() != a.ct()->type().element()) return a.refuse("it gives the bits another type");
  a.add(0, a.b().reshape(a.ct(), from.dims()));
  return {};
}

Status grad_transpose(Adjoint& a) {
  a.add(0, a.b().transpose(a.ct(), ir::inverse_permutation(a.op().ints_attr(AttrKey::kPermutation))));
  return {};
}

Status grad_reverse(Adjoint& a) {
  a.add(0, a.b().reverse(a.ct(), a.op().ints_attr(AttrKey::kDimensions)));
  return {};
}

Status grad_slice(Adjoint& a) {
  const Type from = a.op().operand(0)->type(), to = a.op().result()->type();
  const ir::Ints starts = a.op().ints_attr(AttrKey::kStartIndices), strides = a.op().ints_attr(AttrKey::kStrides);
  std::vector<int64_t> low, high, interior;
  for (int d = 0; d < from.rank(); ++d) {
    const int64_t covered = to.dim(d) == 0 ? 0 : (to.dim(d) - 1) * strides[d] + 1;
    low.push_back(to.dim(d) == 0 ? 0 : starts[d]);
    high.push_back(from.dim(d) - low.back() - covered);
    interior.push_back(strides[d] - 1);
  }
  Value* fill = a.b().zeros(a.b().tensor(from.element(), {}));
  a.add(0, a.b().pad(a.ct(), fill, low, high, interior));
  return {};
}

Status grad_concatenate(Adjoint& a) {
  const int dim = static_cast<int>(a.op().int_attr(AttrKey::kDimension));
  int64_t start = 0;
  for (int i = 0; i < a.op().num_operands(); ++i) {
    const int64_t size = a.op().operand(i)->type().dim(dim);
    if (a.wanted(i)) a.add(i, a.b().slice_dim(a.ct(), dim, start, start + size));
    start += size;
  }
  return {};
}

// The operand gets back what stands at its places; the padding value the sum of all others. Negative edges cut elements
// of the operand: these get nothing.
Status grad_pad(Adjoint& a) {
  const Type from = a.op().operand(0)->type();
  const ir::Ints low = a.op().ints_attr(AttrKey::kEdgePaddingLow), high = a.op().ints_attr(AttrKey::kEdgePaddingHigh),
                 interior = a.op().ints_attr(AttrKey::kInteriorPadding);
  TensorBuilder& b = a.b();
  std::vector<int64_t> back_low, back_high, none(from.rank(), 0), stride;
  for (int d = 0; d < from.rank(); ++d) {
    back_low.push_back(-low[d]);
    back_high.push_back(-high[d]);
    stride.push_back(interior[d] + 1);
  }
  const auto is_cut = [](int64_t rows) { return rows < 0; };
  Value* own = a.ct();
  std::vector<int64_t> start(from.rank(), 0), limit(own->type().dims().begin(), own->type().dims().end());
  if (std::ranges::any_of(low, is_cut) || std::ranges::any_of(high, is_cut)) {
    own = b.pad(own, b.zeros(b.tensor(from.element(), {})), back_low, back_high, none);
    limit.assign(own->type().dims().begin(), own->type().dims().end());
  } else {  // a slice says the same in simpler words
    start.assign(low.begin(), low.end());
    for (int d = 0; d < from.rank(); ++d) limit[d] -= high[d];
  }
  own = b.slice(own, start, limit, stride);
  if (a.wanted(0)) a.add(0, own);
  if (a.wanted(1)) {
    const auto all = ir::counting(from.rank());
    a.add(1, b.subtract(b.reduce_sum(a.ct(), all), b.reduce_sum(own, all)));
  }
  return {};
}

}  // namespace partita::core::transform
