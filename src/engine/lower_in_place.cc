// Values that are parts of larger ones: made where they belong, and changed where they lie.
//
//   %y = dot_general …                                        made in the slice of %stack that it becomes
//   %new = dynamic_update_slice %stack, reshape %y, %i, …     finds it there
//
//   %v = dynamic_slice %cache, %i, …                          shares the memory of %cache
//   %w = dynamic_update_slice %v, %token, %at, …              in that memory
//   %new = dynamic_update_slice %cache, %w, %i, …             finds it there
//
// %stack and %cache are carried by a loop, into whose next turn %new goes.
#include <algorithm>

#include "engine/lowering.h"
#include "engine/product/axis.h"
#include "ir/views.h"

namespace partita::core::engine {
namespace {

// Whether the result has the elements of the operand in the same order.
bool keeps_order(const Op& op) {
  if (op.is(OpKind::kReshape) || op.is(OpKind::kCopy)) return true;
  if (!op.is(OpKind::kBroadcastInDim)) return false;
  return op.operand(0)->type().num_elements() == op.result()->type().num_elements() &&
         std::ranges::is_sorted(op.ints_attr(AttrKey::kBroadcastDimensions));
}

bool is_same(const Value* a, const Value* b) {
  if (a == b) return true;
  if (a->is_argument() || b->is_argument() || !a->op()->is(OpKind::kConstant) || !b->op()->is(OpKind::kConstant)) {
    return false;
  }
  return a->type() == b->type() && a->op()->attr(AttrKey::kValue) == b->op()->attr(AttrKey::kValue);
}

// The same elements as the operand of a transpose sees them.
View before_transpose(const View& view, const Op& transpose) {
  const Ints permutation = transpose.ints_attr(AttrKey::kPermutation);
  View back = view;
  for (size_t d = 0; d < permutation.size(); ++d) {
    back.dims[permutation[d]] = view.dims[d];
    back.strides[permutation[d]] = view.strides[d];
  }
  return back;
}

// Whether a product writes its tiles there as they are, or those of its transpose.
bool is_written_by_tiles(const Op& product, const View& view) {
  const ir::DotDims dims = ir::dot_dims(product);
  const auto batch = static_cast<int>(dims.lhs_batching.size());
  const int rows = product.operand(0)->type().rank() - batch - static_cast<int>(dims.lhs_contracting.size());
  product::Axis of_rows, of_columns;
  for (int d = batch; d < view.rank(); ++d) {
    (d < batch + rows ? of_rows : of_columns).add(view.dims[d], view.strides[d]);
  }
  return of_rows.runs() <= 1 && of_columns.runs() <= 1 && (of_rows.stride() == 1 || of_columns.stride() == 1);
}

}  // namespace

// Whether the update is of a carry that nobody else reads, in its memory.
bool Lowering::updates_carry(const Op& update) const {
  if (!update.is(OpKind::kDynamicUpdateSlice) || update.parent() != &scope_->region) return false;
  const Value& stack = *update.operand(0);
  const Op* end = scope_->region.terminator();
  if (!stack.is_argument() || stack.region() != &scope_->region || !update.result()->has_one_use()) return false;
  if (update.result()->first_use()->op() != end) return false;
  const auto view = views_.find(&stack);
  const auto target = destinations_.find(update.result());
  if (view == views_.end() || target == destinations_.end()) return false;
  return owners_[view->second.place.buffer] == &scope_->region && is_dense(view->second) &&
         target->second.view.place.buffer == view->second.place.buffer &&
         target->second.view.place.offset == view->second.place.offset &&
         target->second.view.place.reg == view->second.place.reg;
}

// The update that takes the elements of `value`, by way of `path`, and can do so at once; null where there is none.
const Op* Lowering::find_update(const Value& value, std::vector<const Op*>& path) const {
  constexpr size_t kFar = 8;
  if (path.size() == kFar) return nullptr;
  for (const Use* use = value.first_use(); use != nullptr; use = use->next()) {
    const Op& op = *use->op();
    if (op.parent() != &scope_->region) continue;
    if (op.is(OpKind::kDynamicUpdateSlice)) {
      if (use->index() == 1 && op.operand(0)->has_one_use() && updates_carry(op) && !in_place_.contains(&op))
        return &op;
    } else if (keeps_order(op) || op.is(OpKind::kTranspose)) {
      path.push_back(&op);
      if (const Op* update = find_update(*op.result(), path)) return update;
      path.pop_back();
    }
  }
  return nullptr;
}

std::optional<View> Lowering::slot_for(const Value& value, bool any_layout) {
  std::vector<const Op*> path;
  if (value.is_argument() || value.op()->parent() != &scope_->region) return std::nullopt;
  const Op* update = find_update(value, path);
  if (update == nullptr) return std::nullopt;
  for (int i = 2; i < update->num_operands(); ++i) {
    const Value* start = update->operand(i);
    const bool is_constant = !start->is_argument() && start->op()->is(OpKind::kConstant);
    // What the same unit makes has its view, but is not made yet.
    const bool made_now = !start->is_argument() && start->op()->parent() == &scope_->region &&
                          scope_->clusters.unit_of(start->op()) >= scope_->unit;
    if (!is_constant && (made_now || !views_.contains(start))) return std::nullopt;
  }
  const View whole = view_of(*update->operand(0));
  const Ints sizes = update->operand(1)->type().dims();
  View slot = whole;
  slot.dims.assign(sizes.begin(), sizes.end());
  if (!is_dense(slot)) return std::nullopt;
  for (size_t i = path.size(); i-- > 0;) {
    if (path[i]->is(OpKind::kTranspose)) {
      slot = before_transpose(slot, *path[i]);
    } else if (const std::optional<View> before = reshaped(slot, path[i]->operand(0)->type().dims())) {
      slot = *before;
    } else {
      return std::nullopt;
    }
  }
  const bool by_tiles = any_layout && value.op()->is(OpKind::kDotGeneral) && is_written_by_tiles(*value.op(), slot);
  if (!is_dense(slot) && !by_tiles) return std::nullopt;
  slot.place = dynamic_window(*update, 2, whole, sizes).place;
  slot.element = value.type().element();
  in_place_.insert(update);
  in_slots_.insert(&value);
  return slot;
}

// Whether what the update puts into a carry is there.
bool Lowering::is_there(const Op& update) {
  const View from = view_of(*update.operand(1)), whole = view_of(*update.operand(0));
  if (from.place.buffer != whole.place.buffer || from.place.offset != whole.place.offset) return false;
  for (int d = 0; d < from.rank(); ++d) {
    if (from.dims[d] != 1 && from.strides[d] != whole.strides[d]) return false;
  }
  if (!updates_carry(update)) return false;
  if (from.place.reg < 0 || from.place.reg >= std::ssize(windows_)) return false;
  const Op* window = windows_[from.place.reg];
  return window == &update || (window != nullptr && window->is(OpKind::kDynamicSlice) && undoes(update, *window));
}

// Whether the update puts something where the slice was taken from.
bool Lowering::undoes(const Op& update, const Op& slice) const {
  if (update.operand(0) != slice.operand(0) || update.operand(1)->type() != slice.result()->type()) return false;
  for (int i = 2; i < update.num_operands(); ++i) {
    if (!is_same(update.operand(i), slice.operand(i - 1))) return false;
  }
  return true;
}

// Whether the value lies in a slice of a carry that nobody reads any more, and that is put back later.
bool Lowering::is_put_back(const Value& value) const {
  constexpr int kFar = 64;
  const int buffer = views_.at(&value).place.buffer;
  const Value* at = &value;
  for (int i = 0; i < kFar && !at->is_argument() && at->op()->parent() == &scope_->region; ++i) {
    const Op& op = *at->op();
    if (op.is(OpKind::kDynamicSlice)) break;
    if (!keeps_order(op) && !op.is(OpKind::kDynamicUpdateSlice)) return false;
    at = op.operand(0);
    const auto view = views_.find(at);
    if (view == views_.end() || view->second.place.buffer != buffer) return false;
  }
  if (at->is_argument() || !at->op()->is(OpKind::kDynamicSlice) || at->op()->parent() != &scope_->region) return false;
  const Op& slice = *at->op();
  const Value& stack = *slice.operand(0);
  const Op* update = nullptr;
  int uses = 0;
  for (const Use* use = stack.first_use(); use != nullptr; use = use->next(), ++uses) {
    if (use->op() != &slice && use->index() == 0) update = use->op();
  }
  return uses == 2 && update != nullptr && updates_carry(*update) && undoes(*update, slice) &&
         !views_.contains(update->result()) && views_.at(&stack).place.buffer == buffer &&
         last_use(*at) <= scope_->unit;
}

// A new product whose transpose alone is read is laid out as that.
View Lowering::as_transposed(const Op& product, const View& result) {
  const Value& value = *product.result();
  if (!value.has_one_use() || !value.first_use()->op()->is(OpKind::kTranspose)) return result;
  const Op& transpose = *value.first_use()->op();
  const View wanted = dense_view(result.place.buffer, transpose.result()->type());
  const View out = before_transpose(wanted, transpose);
  if (!is_written_by_tiles(product, out)) return result;
  return views_[&value] = out;
}

}  // namespace partita::core::engine
