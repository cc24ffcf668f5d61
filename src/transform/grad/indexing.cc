// Slices and windows at places that are known only at run time: gather and scatter are each other's cotangents, but for
// what lies outside. Gather and dynamic slices move a window inside; scatter leaves elements outside out.
#include <algorithm>
#include <limits>

#include "ir/combiner.h"
#include "transform/grad/rules.h"

namespace partita::core::transform {
namespace {

std::vector<Value*> starts_of(Adjoint& a, int first) {
  std::vector<Value*> starts;
  for (int i = first; i < a.op().num_operands(); ++i) starts.push_back(a.operand(i));
  return starts;
}

// ---- index vectors

struct Bounds {
  int64_t low, high;
};

// A number per component of the index vectors, on the shape of `indices`.
Value* per_component(TensorBuilder& b, Value* indices, int64_t vector_dim, std::span<const int64_t> numbers) {
  const Type type = indices->type();
  if (vector_dim == type.rank()) {
    return b.broadcast_scalar(b.reshape(b.integers(type.element(), numbers), {}), type);
  }
  return b.broadcast(b.integers(type.element(), numbers), type, std::span(&vector_dim, 1));
}

// Each component between its bounds, as far as the type of the indices reaches.
Value* clamped(TensorBuilder& b, Value* indices, int64_t vector_dim, std::span<const Bounds> bounds) {
  if (bounds.empty()) return indices;
  const ElementType element = indices->type().element();
  const bool is_signed = element_class(element) == ElementClass::kSigned;
  const int bits = bit_width(element);
  const int64_t most =
      bits >= 64 ? std::numeric_limits<int64_t>::max() : (int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  const int64_t least = is_signed ? -most - 1 : 0;
  std::vector<int64_t> low, high;
  for (const Bounds& bound : bounds) {
    low.push_back(std::clamp(bound.low, least, most));
    high.push_back(std::clamp(bound.high, least, most));
  }
  return b.value(OpKind::kClamp,
                 {per_component(b, indices, vector_dim, low), indices, per_component(b, indices, vector_dim, high)},
                 indices->type());
}

// ---- scatter

// What the rules of all combiners need: windows of a tensor shaped as the result, where the updates went.
class ScatterRule {
 public:
  explicit ScatterRule(Adjoint& a)
      : a_(a), b_(a.b()), op_(a.op()), dims_(ir::scatter_dims(op_)), count_(ir::num_inputs(op_)) {
    const Type input = op_.operand(0)->type(), updates = op_.operand(count_ + 1)->type();
    size_t next = 0;
    for (int d = 0; d < input.rank(); ++d) {
      const bool absent = ir::contains(dims_.inserted_window_dims, d) || ir::contains(dims_.input_batching_dims, d);
      window_.push_back(absent ? 1 : updates.dims()[dims_.update_window_dims[next++]]);
    }
  }

  int count() const { return count_; }
  bool unique() const { return op_.bool_attr(AttrKey::kUniqueIndices); }
  Type input_type(int i) const { return op_.operand(i)->type(); }
  Type updates_type(int i) const { return op_.operand(count_ + 1 + i)->type(); }
  int updates_at(int i) const { return count_ + 1 + i; }

  Value* scatter(Value* into, Value* updates, std::optional<OpKind> combiner) {
    return b_.scatter(into, a_.operand(count_), updates, dims_, combiner, op_.bool_attr(AttrKey::kIndicesAreSorted),
                      unique());
  }

  // For each element of the updates that of `from` at its place, 0 where that is outside. A frame of zeros, as wide as
  // the window, takes what is outside: indices are clamped to that and moved by its width.
  Value* gather(Value* from) {
    const Type type = from->type();
    std::vector<int64_t> frame(type.rank(), 0), shift;
    std::vector<Bounds> bounds;
    for (int64_t d : dims_.scatter_dims_to_operand_dims) {
      frame[d] = window_[d];
      shift.push_back(window_[d]);
      bounds.push_back({-window_[d], type.dims()[d]});
    }
    if (places_ == nullptr) {
      places_ = clamped(b_, a_.operand(count_), dims_.index_vector_dim, bounds);
      const bool is_large = std::ranges::any_of(
          bounds, [](const Bounds& bound) { return bound.high - 2 * bound.low > std::numeric_limits<int32_t>::max(); });
      places_ = b_.convert(places_, is_large ? ElementType::kS64 : ElementType::kS32);
      if (!shift.empty()) places_ = b_.add(places_, per_component(b_, places_, dims_.index_vector_dim, shift));
    }
    const std::vector<int64_t> none(type.rank(), 0);
    Value* framed = b_.pad(from, b_.zeros(b_.tensor(type.element(), {})), frame, frame, none);
    return b_.gather(
        framed, places_,
        {dims_.update_window_dims, dims_.inserted_window_dims, dims_.input_batching_dims,
         dims_.scatter_indices_batching_dims, dims_.scatter_dims_to_operand_dims, dims_.index_vector_dim, window_},
        b_.with_element(updates_type(0), type.element()));
  }

  // Which update was written last, counted from 1 over all their elements; 0 where none was.
  Value* last_writers() {
    if (writers_ == nullptr)
      writers_ = scatter(b_.zeros(b_.with_element(input_type(0), id_type())), ids(), std::nullopt);
    return writers_;
  }
  Value* ids() {
    if (ids_ == nullptr) {
      const int64_t count = updates_type(0).num_elements();
      Value* numbers = b_.iota(b_.tensor(id_type(), std::span(&count, 1)), 0);
      ids_ = b_.reshape(b_.add(numbers, b_.splat(numbers->type(), 1)), updates_type(0).dims());
    }
    return ids_;
  }

 private:
  ElementType id_type() const {
    return updates_type(0).num_elements() < std::numeric_limits<int32_t>::max() ? ElementType::kS32 : ElementType::kS64;
  }

  Adjoint& a_;
  TensorBuilder& b_;
  Op& op_;
  ScatterDims dims_;
  int count_;
  std::vector<int64_t> window_;                                    // its size along each dimension of the input
  Value *places_ = nullptr, *writers_ = nullptr, *ids_ = nullptr;  // made once
};

void grad_overwrite(Adjoint& a, ScatterRule& rule, int i) {
  TensorBuilder& b = a.b();
  Value* ct = a.ct(i);
  Value* none = b.zeros(ct->type());
  if (a.wanted(i)) {
    if (rule.unique()) {
      a.add(i, rule.scatter(ct, b.zeros(rule.updates_type(i)), std::nullopt));
    } else {
      Value* writers = rule.last_writers();
      a.add(i, b.select(b.compare(writers, "EQ", b.zeros(writers->type())), ct, none));
    }
  }
  if (!a.wanted(rule.updates_at(i))) return;
  Value* back = rule.gather(ct);
  if (!rule.unique()) {
    Value* won = b.compare(rule.gather(rule.last_writers()), "EQ", rule.ids());
    back = b.select(won, back, b.zeros(back->type()));
  }
  a.add(rule.updates_at(i), back);
}

// All that are equal to the result share its cotangent: the input's own element and any number of updates.
void share_among_winners(Adjoint& a, ScatterRule& rule, int i) {
  TensorBuilder& b = a.b();
  Value *y = a.result(i), *x = a.operand(i), *updates = a.operand(rule.updates_at(i));
  const ElementType element = y->type().element();
  Value* own = b.compare(x, "EQ", y);
  Value* won = b.compare(updates, "EQ", rule.gather(y));
  Value* winners = rule.scatter(b.convert(own, element), b.convert(won, element), OpKind::kAdd);
  Value* share = b.divide(a.ct(i), winners);
  if (a.wanted(i)) a.add(i, b.select(own, share, b.zeros(share->type())));
  if (a.wanted(rule.updates_at(i))) {
    Value* back = rule.gather(share);
    a.add(rule.updates_at(i), b.select(won, back, b.zeros(back->type())));
  }
}

}  // namespace

Status grad_dynamic_slice(Adjoint& a) {
  if (!a.wanted(0)) return {};
  TensorBuilder& b = a.b();
  const std::vector<Value*> starts = starts_of(a, 1);
  Value* sum = a.so_far(0);
  Value* part = b.convert(a.ct(), sum->type().element());
  if (a.has_ct_of(0)) part = b.add(b.dynamic_slice(sum, starts, part->type().dims()), part);
  a.replace(0, b.dynamic_update_slice(sum, part, starts));
  return {};
}

Status grad_dynamic_update_slice(Adjoint& a) {
  TensorBuilder& b = a.b();
  const std::vector<Value*> starts = starts_of(a, 2);
  const Type update = a.op().operand(1)->type();
  if (a.wanted(0)) a.add(0, b.dynamic_update_slice(a.ct(), b.zeros(update), starts));
  if (a.wanted(1)) a.add(1, b.dynamic_slice(a.ct(), starts, update.dims()));
  return {};
}

namespace {

bool is_in_loop(const Region& region) {
  for (const Op* op = region.parent_op(); op != nullptr; op = op->parent()->parent_op()) {
    if (op->is(OpKind::kScan)) return true;
  }
  return false;
}

}  // namespace

Status grad_gather(Adjoint& a) {
  if (!a.wanted(0)) return {};
  const GatherDims dims = ir::gather_dims(a.op());
  std::vector<Bounds> bounds;
  for (int64_t d : dims.start_index_map) {
    bounds.push_back({0, a.op().operand(0)->type().dims()[d] - dims.slice_sizes[d]});
  }
  Value* inside = clamped(a.b(), a.operand(1), dims.index_vector_dim, bounds);
  // Vectors of several components may lose their order where one is clamped.
  const bool sorted = bounds.size() <= 1 && a.op().bool_attr(AttrKey::kIndicesAreSorted);
  // Each step of a loop scatters into the sum so far. Elsewhere it is added to: where devices have parts of both sums
  // one exchange does for both, which scattering into a sum would need before it.
  const bool into_sum = is_in_loop(a.b().region());
  Value* sum = into_sum ? a.so_far(0) : a.b().zeros(a.op().operand(0)->type());
  Value* scattered = a.b().scatter(sum, inside, a.b().convert(a.ct(), sum->type().element()),
                                   {dims.offset_dims, dims.collapsed_slice_dims, dims.operand_batching_dims,
                                    dims.start_indices_batching_dims, dims.start_index_map, dims.index_vector_dim},
                                   OpKind::kAdd, sorted);
  into_sum ? a.replace(0, scattered) : a.add(0, scattered);
  return {};
}

Status grad_scatter(Adjoint& a) {
  ScatterRule rule(a);
  const std::optional<OpKind> combiner = ir::common_combiner(a.op().region(0));
  const bool overwrites = ir::is_overwrite(a.op().region(0));
  for (int i = 0; i < rule.count(); ++i) {
    const int updates = rule.updates_at(i);
    if (a.ct(i) == nullptr || (!a.wanted(i) && !a.wanted(updates))) continue;
    if (a.ct(i)->type() != rule.input_type(i)) {
      return a.refuse("its region computes in another type than its input has; convert the input before");
    }
    if (overwrites) {
      grad_overwrite(a, rule, i);
    } else if (combiner == OpKind::kAdd || combiner == OpKind::kSubtract) {
      a.add(i, a.ct(i));
      if (!a.wanted(updates)) continue;
      Value* back = rule.gather(a.ct(i));
      a.add(updates, combiner == OpKind::kAdd ? back : a.b().negate(back));
    } else if (combiner == OpKind::kMultiply) {
      if (a.wanted(updates) && !rule.unique()) {
        return a.refuse(
            "several updates may be multiplied into one element, and no factor knows the others; promise "
            "unique_indices");
      }
      if (a.wanted(i)) a.add(i, rule.scatter(a.ct(i), a.operand(updates), OpKind::kMultiply));
      if (a.wanted(updates)) a.add(updates, rule.gather(a.b().multiply(a.ct(i), a.operand(i))));
    } else if (combiner == OpKind::kMaximum || combiner == OpKind::kMinimum) {
      share_among_winners(a, rule, i);
    } else {
      return a.refuse(
          "only those that overwrite, add, subtract, multiply or take the greatest or smallest have one; write it with "
          "these, or give its gradient with custom_vjp");
    }
  }
  return {};
}

}  // namespace partita::core::transform
