// Windows: sums slide back over the cotangent; the first of the greatest in a window takes all. Others are written as
// ops on whole tensors: prefixes (a window as long as the dimension, with padding of that length at one side: what JAX
// writes for cumprod and its like) as scans, the rest with strided slices.
#include <algorithm>

#include "ir/combiner.h"
#include "transform/grad/activity.h"
#include "transform/grad/fold.h"
#include "transform/grad/rules.h"
#include "transform/grad/window_functions.h"

namespace partita::core::transform {
namespace {

using Window = std::vector<WindowDim>;

Op* reduce_window(TensorBuilder& b, std::span<Value* const> operands, std::span<const Type> types,
                  const Window& window) {
  std::vector<int64_t> sizes, strides, base, dilation, padding;
  for (const WindowDim& w : window) {
    sizes.push_back(w.size);
    strides.push_back(w.stride);
    base.push_back(w.base_dilation);
    dilation.push_back(w.window_dilation);
    padding.push_back(w.padding_low);
    padding.push_back(w.padding_high);
  }
  Context& c = b.context();
  return b.op(OpKind::kReduceWindow, operands, types,
              {{AttrKey::kWindowDimensions, c.ints(sizes)},
               {AttrKey::kWindowStrides, c.ints(strides)},
               {AttrKey::kBaseDilations, c.ints(base)},
               {AttrKey::kWindowDilations, c.ints(dilation)},
               {AttrKey::kPadding, c.ints(padding)}},
              1);
}

Value* zero_of(TensorBuilder& b, ElementType element) { return b.zeros(b.tensor(element, {})); }

Value* window_sum(TensorBuilder& b, Value* operand, const Window& window, ir::Ints shape) {
  const Type type = b.with_dims(operand->type(), shape);
  Value* operands[] = {operand, zero_of(b, type.element())};
  Op* made = reduce_window(b, operands, std::span(&type, 1), window);
  b.fill_combiner(made->region(0), OpKind::kAdd, type.element());
  return made->result();
}

int64_t dilated(int64_t size, int64_t dilation) { return size == 0 ? 0 : (size - 1) * dilation + 1; }

// ---- sums

void grad_sum(Adjoint& a, int i, int count, const Window& window) {
  TensorBuilder& b = a.b();
  const Type x = a.op().operand(i)->type(), y = a.op().result(i)->type();
  Value* ct = b.convert(a.ct(i), x.element());
  if (a.wanted(i)) {
    // As of a convolution with a kernel of ones.
    std::vector<int64_t> low, high, interior;
    Window back;
    bool plain = true;
    for (int d = 0; d < x.rank(); ++d) {
      const WindowDim& w = window[d];
      const int64_t span = dilated(w.size, w.window_dilation);
      low.push_back(span - 1 - w.padding_low);
      high.push_back(dilated(x.dim(d), w.base_dilation) + span - 1 - dilated(y.dim(d), w.stride) - low.back());
      interior.push_back(w.stride - 1);
      back.push_back({.size = w.size, .stride = w.base_dilation, .window_dilation = w.window_dilation});
      plain = plain && interior.back() == 0 && low.back() >= 0 && high.back() >= 0;
    }
    for (int d = 0; plain && d < x.rank(); ++d) back[d].padding_low = low[d], back[d].padding_high = high[d];
    Value* placed = plain ? ct : b.pad(ct, zero_of(b, x.element()), low, high, interior);
    a.add(i, window_sum(b, placed, back, x.dims()));
  }
  if (a.wanted(count + i)) {  // it is in each window once, and at each place that holds no element
    int64_t places = 1;
    for (const WindowDim& w : window) places *= w.size;
    const Type weights = b.with_element(y, x.element());
    Value* elements = window_sum(b, b.splat(x, 1), window, y.dims());
    Value* inits = b.subtract(b.splat(weights, static_cast<double>(places + 1)), elements);
    a.add(count + i, b.reduce_sum(b.multiply(ct, inits), ir::counting(y.rank())));
  }
}

// ---- the greatest, the smallest

std::string_view keeps_first(OpKind combiner) { return combiner == OpKind::kMaximum ? "GE" : "LE"; }

bool is_dilated(const Window& window) {
  return std::ranges::any_of(window, [](const WindowDim& w) { return w.base_dilation != 1 || w.window_dilation != 1; });
}

Value* select_and_scatter(TensorBuilder& b, Value* x, Value* source, const Window& window, OpKind combiner) {
  std::vector<int64_t> sizes, strides, padding;
  for (const WindowDim& w : window) {
    sizes.push_back(w.size);
    strides.push_back(w.stride);
    padding.push_back(w.padding_low);
    padding.push_back(w.padding_high);
  }
  const Type type = x->type();
  Value* operands[] = {x, source, zero_of(b, type.element())};
  Context& c = b.context();
  Op* made = b.op(OpKind::kSelectAndScatter, operands, std::span(&type, 1),
                  {{AttrKey::kWindowDimensions, c.ints(sizes)},
                   {AttrKey::kWindowStrides, c.ints(strides)},
                   {AttrKey::kPadding, c.ints(padding)}},
                  2);
  Region& select = made->region(0);
  const Type scalar = b.tensor(type.element(), {});
  Value *left = select.add_argument(scalar), *right = select.add_argument(scalar);
  TensorBuilder inner(select);
  inner.set_origin_of(b);
  Value* keeps = inner.compare(left, keeps_first(combiner), right);
  inner.ret(std::span(&keeps, 1));
  b.fill_combiner(made->region(1), OpKind::kAdd, type.element());
  return made->result();
}

void grad_extreme(Adjoint& a, int i, int count, Window window, OpKind combiner) {
  TensorBuilder& b = a.b();
  Value* ct = a.ct(i);
  const Type x = a.op().operand(i)->type();
  const ElementType element = ct->type().element();
  if (!is_identity(a.op().operand(count + i), combiner)) {
    Value *y = a.result(i), *none = b.zeros(ct->type());
    Value* init = b.broadcast_scalar(b.convert(a.operand(count + i), element), y->type());
    Value* by_init = b.compare(init, "EQ", y);
    if (a.wanted(count + i)) {
      Value* sum = b.reduce_sum(b.select(by_init, ct, none), ir::counting(y->type().rank()));
      a.add(count + i, b.convert(sum, x.element()));
    }
    ct = b.select(by_init, none, ct);
  }
  if (!a.wanted(i)) return;
  // Negative padding cuts elements off.
  std::vector<int64_t> low, high, back_low, back_high;
  const std::vector<int64_t> none(x.rank(), 0);
  for (WindowDim& w : window) {
    low.push_back(std::min<int64_t>(w.padding_low, 0));
    high.push_back(std::min<int64_t>(w.padding_high, 0));
    back_low.push_back(-low.back());
    back_high.push_back(-high.back());
    w.padding_low = std::max<int64_t>(w.padding_low, 0);
    w.padding_high = std::max<int64_t>(w.padding_high, 0);
  }
  Value* zero = zero_of(b, element);
  Value* inside = b.pad(b.convert(a.operand(i), element), zero, low, high, none);
  Value* found = select_and_scatter(b, inside, ct, window, combiner);
  a.add(i, b.convert(b.pad(found, zero, back_low, back_high, none), x.element()));
}

// The dimension that a window accumulates along, and whether from its end.
struct Prefixes {
  int dim;
  bool reverse;
};
std::optional<Prefixes> prefixes_of(Type x, const Window& window) {
  std::optional<Prefixes> found;
  for (int d = 0; d < x.rank(); ++d) {
    const WindowDim& w = window[d];
    if (w.stride != 1 || w.base_dilation != 1) return std::nullopt;
    if (w.size == 1 && w.padding_low == 0 && w.padding_high == 0) continue;
    const int64_t others = x.dim(d) - 1;
    const bool forward = w.padding_low == others && w.padding_high == 0;
    const bool reverse = w.padding_low == 0 && w.padding_high == others;
    if (found || w.size != x.dim(d) || w.window_dilation != 1 || (!forward && !reverse)) return std::nullopt;
    found = Prefixes{d, reverse};
  }
  return found;
}

}  // namespace

Status grad_reduce_window(Adjoint& a) {
  const Type x = a.op().operand(0)->type(), y = a.op().result()->type();
  if (y.num_elements() == 0) return {};
  const int count = ir::num_inputs(a.op());
  const Window window = ir::window_of(a.op());
  const std::optional<OpKind> combiner = ir::common_combiner(a.op().region(0));
  const bool is_sum = combiner == OpKind::kAdd;
  const bool is_extreme = combiner == OpKind::kMaximum || combiner == OpKind::kMinimum;
  const std::optional<Prefixes> prefixes = prefixes_of(x, window);
  const bool by_windows = is_sum || (is_extreme && !is_dilated(window) && !prefixes);
  if (!by_windows || x.num_elements() == 0) {
    if (prefixes && x.num_elements() != 0) return grad_window_by_scan(a, combiner, prefixes->dim, prefixes->reverse);
    return grad_window_by_slices(a, combiner, window);
  }
  for (int i = 0; i < count; ++i) {
    if (a.ct(i) == nullptr || (!a.wanted(i) && !a.wanted(count + i))) continue;
    if (is_sum) {
      grad_sum(a, i, count, window);
    } else {
      grad_extreme(a, i, count, window, *combiner);
    }
  }
  return {};
}

// The source gets the cotangent at the places that were selected: a window of the operand and of the cotangent, which
// selects by the one and keeps the other with it. Padding is never selected, so that a third says what is an element.
Status grad_select_and_scatter(Adjoint& a) {
  if (!a.wanted(1) && !a.wanted(2)) return {};
  if (ir::simple_combiner(a.op().region(1)) != OpKind::kAdd) {
    return a.refuse("only one that adds has one; scatter by addition, or give its gradient with custom_vjp");
  }
  TensorBuilder& b = a.b();
  const Type x = a.op().operand(0)->type(), source = a.op().operand(1)->type();
  Value* ct = b.convert(a.ct(), source.element());
  if (a.wanted(2)) a.add(2, b.reduce_sum(ct, ir::counting(x.rank())));
  if (!a.wanted(1)) return {};
  const ElementType elements[] = {x.element(), source.element(), ElementType::kPred};
  Value* operands[] = {a.operand(0),
                       ct,
                       b.splat(b.with_element(x, ElementType::kPred), 1),
                       zero_of(b, elements[0]),
                       zero_of(b, elements[1]),
                       zero_of(b, elements[2])};
  std::vector<Type> types;
  for (ElementType element : elements) types.push_back(b.with_element(source, element));
  Op* made = reduce_window(b, operands, types, ir::window_of(a.op()));

  Region &body = made->region(0), &select = a.op().region(0);
  Value *left[3], *right[3];
  for (int i = 0; i < 3; ++i) left[i] = body.add_argument(b.tensor(elements[i], {}));
  for (int i = 0; i < 3; ++i) right[i] = body.add_argument(b.tensor(elements[i], {}));
  TensorBuilder inner(body);
  inner.set_origin_of(b);
  Module::ValueMap map;
  map.set(select.argument(0), inner.convert(left[0], select.argument(0)->type().element()));
  map.set(select.argument(1), inner.convert(right[0], select.argument(1)->type().element()));
  for (Value* captured : captured_values(a.op())) map.set(captured, a.use(captured));
  for (Op& op : select) {
    if (!op.info().has(kTerminator)) op.module().clone_op(op, body, map);
  }
  const Type flag = left[2]->type();
  Value* keeps = map.get(select.terminator()->operand(0));
  Value* alone = inner.value(OpKind::kNot, {right[2]}, flag);
  keeps = inner.value(OpKind::kAnd, {left[2], inner.value(OpKind::kOr, {alone, keeps}, flag)}, flag);
  Value* returned[] = {inner.select(keeps, left[0], right[0]), inner.select(keeps, left[1], right[1]),
                       inner.value(OpKind::kOr, {left[2], right[2]}, flag)};
  inner.ret(returned);
  a.add(1, made->result(1));
  return {};
}

}  // namespace partita::core::transform
