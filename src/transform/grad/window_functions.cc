#include "transform/grad/window_functions.h"

#include <fmt/format.h>

#include "transform/grad/fold.h"
#include "transform/grad/rewritten.h"

namespace partita::core::transform {
namespace {

constexpr int64_t kMaxSlices = 64;

// What both forms start from: inputs and initial values in the types that the body computes in.
struct Parts {
  Parts(Adjoint& a, std::optional<OpKind> combiner) : other(a), body(a.op().region(0)) {
    const int count = ir::num_inputs(a.op());
    init_is_identity = combiner.has_value();
    for (int i = 0; i < count; ++i) {
      const ElementType element = body.argument(i)->type().element();
      init_is_identity = init_is_identity && is_identity(a.op().operand(count + i), *combiner);
      inputs.push_back(other.b().convert(other.operand(i), element));
      inits.push_back(other.b().convert(other.operand(count + i), element));
    }
  }
  Result<Tensors> apply(const Tensors& left, const Tensors& right) const {
    Tensors both = left;
    both.insert(both.end(), right.begin(), right.end());
    return other.apply(body, both);
  }
  // Each on the shape of the inputs, or on another.
  Tensors spread_inits(ir::Ints dims) const {
    Tensors out;
    for (Value* init : inits) out.push_back(other.b().broadcast_scalar(init, other.b().with_dims(init->type(), dims)));
    return out;
  }

  Rewritten other;
  Region& body;
  Tensors inputs, inits;
  bool init_is_identity;
};

Tensors spread_along(TensorBuilder& b, const Tensors& vectors, ir::Ints dims, int64_t dim) {
  Tensors out;
  for (Value* vector : vectors)
    out.push_back(b.broadcast(vector, b.with_dims(vector->type(), dims), std::span(&dim, 1)));
  return out;
}

}  // namespace

Status grad_window_by_slices(Adjoint& a, std::optional<OpKind> combiner, std::span<const WindowDim> window) {
  int64_t slices = 0;
  for (const WindowDim& w : window) slices += w.size > 1 ? w.size : 0;
  if (slices > kMaxSlices) {
    return a.refuse(
        fmt::format("its windows take {} slices to write out, more than {}; write it with smaller windows, or as a sum "
                    "or product of "
                    "windows",
                    slices, kMaxSlices));
  }
  Parts parts(a, combiner);
  TensorBuilder& b = parts.other.b();
  const bool is_extreme = combiner == OpKind::kMaximum || combiner == OpKind::kMinimum;
  const Combine combine = [&](const Tensors& left, const Tensors& right) -> Result<Tensors> {
    if (!is_extreme) return parts.apply(left, right);
    Tensors out;
    for (size_t i = 0; i < left.size(); ++i) {
      Value* keeps = b.compare(left[i], combiner == OpKind::kMaximum ? "GE" : "LE", right[i]);
      out.push_back(b.select(keeps, left[i], right[i]));
    }
    return out;
  };
  std::vector<int64_t> low, high, interior;
  for (const WindowDim& w : window) {
    low.push_back(w.padding_low);
    high.push_back(w.padding_high);
    interior.push_back(w.base_dilation - 1);
  }
  Tensors values;
  for (size_t i = 0; i < parts.inputs.size(); ++i) {
    values.push_back(b.pad(parts.inputs[i], parts.inits[i], low, high, interior));
  }
  const ir::Ints shape = a.op().result()->type().dims();
  for (int d = static_cast<int>(window.size()) - 1; d >= 0; --d) {
    const WindowDim& w = window[d];
    Tensors combined = take(b, values, d, 0, shape[d], w.stride);
    for (int64_t k = 1; k < w.size; ++k) {
      PARTITA_ASSIGN(combined, combine(combined, take(b, values, d, k * w.window_dilation, shape[d], w.stride)));
    }
    values = combined;
  }
  if (parts.init_is_identity) return parts.other.finish(values);
  PARTITA_ASSIGN(values, combine(parts.spread_inits(shape), values));
  return parts.other.finish(values);
}

Status grad_window_by_scan(Adjoint& a, std::optional<OpKind> combiner, int dim, bool reverse) {
  Parts parts(a, combiner);
  TensorBuilder& b = parts.other.b();
  const Combine combine = [&](const Tensors& left, const Tensors& right) { return parts.apply(left, right); };
  PARTITA_ASSIGN(Tensors values, scan(b, parts.inputs, dim, reverse, combine));
  if (parts.init_is_identity) return parts.other.finish(values);

  // Before the first element stands the initial value, and for each element that is missing it stands once more, at the
  // side where that is missing.
  const ir::Ints dims = values[0]->type().dims();
  const int64_t size = dims[dim];
  PARTITA_ASSIGN(const Tensors powers, scan(b, parts.spread_inits(std::span(&size, 1)), 0, !reverse, combine));
  if (!reverse) {
    PARTITA_ASSIGN(values, combine(spread_along(b, powers, dims, dim), values));
    return parts.other.finish(values);
  }
  PARTITA_ASSIGN(values, combine(parts.spread_inits(dims), values));
  if (size > 1) {
    const Tensors whole = take(b, values, dim, 0, 1), others = take(b, values, dim, 1, size - 1);
    const Tensors missing = take(b, powers, 0, 0, size - 1);
    PARTITA_ASSIGN(const Tensors filled, combine(others, spread_along(b, missing, others[0]->type().dims(), dim)));
    for (size_t i = 0; i < values.size(); ++i) {
      Value* both[] = {whole[i], filled[i]};
      values[i] = b.concatenate(both, dim);
    }
  }
  return parts.other.finish(values);
}

}  // namespace partita::core::transform
