#include "partition/merge_pads.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "ir/builder.h"
#include "ir/names.h"

namespace partita::core::partition {
namespace {

// Rows added (or cut, where negative) at both ends of each dimension. A slice cuts, and has no fill.
struct EdgePadding {
  Value* operand = nullptr;
  Value* fill = nullptr;
  std::vector<int64_t> low, high;
};

bool all_are(std::span<const int64_t> list, int64_t value) {
  return std::all_of(list.begin(), list.end(), [=](int64_t x) { return x == value; });
}

std::optional<EdgePadding> edge_padding_of(Op& op) {
  EdgePadding padding{op.num_operands() > 0 ? op.operand(0) : nullptr, nullptr, {}, {}};
  if (op.is(OpKind::kPad)) {
    if (!all_are(op.ints_attr(AttrKey::kInteriorPadding), 0)) return std::nullopt;
    padding.fill = op.operand(1);
    const auto low = op.ints_attr(AttrKey::kEdgePaddingLow), high = op.ints_attr(AttrKey::kEdgePaddingHigh);
    padding.low.assign(low.begin(), low.end());
    padding.high.assign(high.begin(), high.end());
    return padding;
  }
  if (!op.is(OpKind::kSlice) || !all_are(op.ints_attr(AttrKey::kStrides), 1)) return std::nullopt;
  for (int d = 0; d < padding.operand->type().rank(); ++d) {
    const auto at = static_cast<size_t>(d);
    padding.low.push_back(-op.ints_attr(AttrKey::kStartIndices)[at]);
    padding.high.push_back(op.ints_attr(AttrKey::kLimitIndices)[at] - padding.operand->type().dim(d));
  }
  return padding;
}

// The scalar that all elements are known to be.
Value* splat_scalar(Value* value, Op* user) {
  Op* op = value->op();
  if (op == nullptr) return nullptr;
  if (op->is(OpKind::kBroadcastInDim) && op->operand(0)->type().rank() == 0) return op->operand(0);
  if (!op->is(OpKind::kConstant)) return nullptr;
  const Literal& literal = op->attr(AttrKey::kValue).literal();
  if (!literal.splat) return nullptr;
  Builder b(user);
  return b.constant(b.context().dense(b.context().tensor(literal.type.element(), {}), true, literal.data));
}

// concatenate (slice), splat: as a pad of the slice.
std::optional<EdgePadding> edge_padding_of_concatenate(Op& op) {
  if (!op.is(OpKind::kConcatenate) || op.num_operands() != 2) return std::nullopt;
  for (int side = 0; side < 2; ++side) {
    Value* kept = op.operand(side);
    if (kept->op() == nullptr || !kept->op()->is(OpKind::kSlice)) continue;
    Value* fill = splat_scalar(op.operand(1 - side), &op);
    if (fill == nullptr) continue;
    const auto rank = static_cast<size_t>(kept->type().rank());
    EdgePadding padding{kept, fill, std::vector<int64_t>(rank), std::vector<int64_t>(rank)};
    const auto dim = static_cast<int>(op.int_attr(AttrKey::kDimension));
    (side == 0 ? padding.high : padding.low)[dim] = op.operand(1 - side)->type().dim(dim);
    return padding;
  }
  return std::nullopt;
}

bool same_fill(const Value* a, const Value* b) {
  if (a == b) return true;
  const Op *x = a->op(), *y = b->op();
  return x != nullptr && y != nullptr && x->is(OpKind::kConstant) && y->is(OpKind::kConstant) &&
         x->attr(AttrKey::kValue) == y->attr(AttrKey::kValue);
}

bool adds_rows(const EdgePadding& padding) {
  auto positive = [](int64_t rows) { return rows > 0; };
  return std::any_of(padding.low.begin(), padding.low.end(), positive) ||
         std::any_of(padding.high.begin(), padding.high.end(), positive);
}

// First `inner`, then `outer`. Rows that were cut and are filled again must not come back.
std::optional<EdgePadding> composed(const EdgePadding& inner, const EdgePadding& outer) {
  EdgePadding out{inner.operand, outer.fill != nullptr ? outer.fill : inner.fill, {}, {}};
  if (out.fill == nullptr) return std::nullopt;
  if (adds_rows(inner) && adds_rows(outer) && !same_fill(inner.fill, outer.fill)) return std::nullopt;
  if (adds_rows(inner) && !adds_rows(outer)) out.fill = inner.fill;
  for (size_t d = 0; d < inner.low.size(); ++d) {
    if ((inner.low[d] < 0 && outer.low[d] > 0) || (inner.high[d] < 0 && outer.high[d] > 0)) return std::nullopt;
    out.low.push_back(inner.low[d] + outer.low[d]);
    out.high.push_back(inner.high[d] + outer.high[d]);
    // More is cut than there is: such programs stay as they are.
    const int64_t n = inner.operand->type().dim(d);
    if (-out.low[d] > n || -out.high[d] > n || (out.low[d] < 0 && out.high[d] < 0 && -out.low[d] - out.high[d] > n)) {
      return std::nullopt;
    }
  }
  return out;
}

bool has_hint(const Op& op) {
  return op.discardable_attribute(hlo_names::kSharding) || op.discardable_attribute(sdy_names::kSharding) ||
         op.discardable_attribute(hlo_names::kFrontendAttributes);
}

// The op that has taken its place, or null.
Op* merge(Op& op, std::vector<const Value*>& kept) {
  std::optional<EdgePadding> outer = edge_padding_of(op);
  if (!outer) outer = edge_padding_of_concatenate(op);
  if (!outer) return nullptr;
  Op* before = outer->operand->op();
  if (before == nullptr || before->parent() != op.parent() || !outer->operand->has_one_use() || has_hint(*before)) {
    return nullptr;
  }
  if (std::find(kept.begin(), kept.end(), outer->operand) != kept.end()) return nullptr;
  const std::optional<EdgePadding> inner = edge_padding_of(*before);
  const std::optional<EdgePadding> padding = inner ? composed(*inner, *outer) : std::nullopt;
  if (!padding) return nullptr;
  Context& context = op.module().context();
  const std::vector<int64_t> none(padding->low.size());
  Value* merged = Builder(&op).value(OpKind::kPad, {padding->operand, padding->fill}, op.result()->type(),
                                     {{AttrKey::kEdgePaddingLow, context.ints(padding->low)},
                                      {AttrKey::kEdgePaddingHigh, context.ints(padding->high)},
                                      {AttrKey::kInteriorPadding, context.ints(none)}});
  merged->op()->set_discardable_attributes(op.discardable_attributes());
  merged->op()->set_name(op.name());
  merged->set_name(op.result()->name());
  op.result()->replace_all_uses_with(merged);
  std::replace<decltype(kept.begin()), const Value*>(kept.begin(), kept.end(), op.result(), merged);
  op.erase();
  before->erase();
  return merged->op();
}

void visit(Region& region, std::vector<const Value*>& kept) {
  for (Op *op = region.first(), *next; op != nullptr; op = next) {
    next = op->next();
    for (int r = 0; r < op->num_regions(); ++r) visit(op->region(r), kept);
    while (op != nullptr) op = merge(*op, kept);  // also with the op before that
  }
}

}  // namespace

void merge_pads(Function& entry, std::span<const Value* const> kept) {
  std::vector<const Value*> now(kept.begin(), kept.end());
  visit(entry.body(), now);
}

}  // namespace partita::core::partition
