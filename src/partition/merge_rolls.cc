#include "partition/merge_rolls.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "ir/builder.h"
#include "ir/names.h"
#include "partition/lower/roll.h"

namespace partita::core::partition {
namespace {

bool is_plain(const Value* value, std::span<const Value* const> kept) {
  const Op* op = value->op();
  return !op->discardable_attribute(hlo_names::kSharding) && !op->discardable_attribute(sdy_names::kSharding) &&
         !op->discardable_attribute(hlo_names::kFrontendAttributes) &&
         std::find(kept.begin(), kept.end(), value) == kept.end();
}

bool is_zero_fill(const Value* fill) {
  if (fill->op() == nullptr || !fill->op()->is(OpKind::kConstant)) return false;
  const Literal& literal = fill->op()->attr(AttrKey::kValue).literal();
  return literal.splat && std::ranges::all_of(*literal.data, [](std::byte b) { return b == std::byte(0); });
}

// x moved by `rows` along `dim`, towards its end where that is positive, with zeros where nothing comes from.
struct Shift {
  const Value* source;
  int dim;
  int64_t rows;
};

std::optional<Shift> shift_of(const Value* value) {
  const Op* op = value->op();
  if (op == nullptr || !op->is(OpKind::kPad) || op->operand(0)->type() != value->type() ||
      !is_zero_fill(op->operand(1))) {
    return std::nullopt;
  }
  std::optional<Shift> shift;
  for (int d = 0; d < value->type().rank(); ++d) {
    const auto at = static_cast<size_t>(d);
    if (op->ints_attr(AttrKey::kInteriorPadding)[at] != 0) return std::nullopt;
    const int64_t low = op->ints_attr(AttrKey::kEdgePaddingLow)[at];
    if (low == 0) continue;  // and so is high, as the sizes are the same
    if (shift) return std::nullopt;
    shift = Shift{op->operand(0), d, low};
  }
  return shift;
}

std::optional<Roll> roll_of_sum(const Op& op, std::span<const Value* const> kept) {
  if (!op.is(OpKind::kAdd)) return std::nullopt;
  const std::optional<Shift> a = shift_of(op.operand(0)), b = shift_of(op.operand(1));
  if (!a || !b || a->source != b->source || a->dim != b->dim) return std::nullopt;
  for (const Value* operand : op.operands()) {
    if (!operand->has_one_use() || !is_plain(operand, kept)) return std::nullopt;
  }
  const int64_t n = a->source->type().dim(a->dim), up = std::max(a->rows, b->rows), down = std::min(a->rows, b->rows);
  if (up < 0 || down > 0 || up - down != n) return std::nullopt;  // together they have each row once
  return Roll{a->source, a->dim, n - up, n};
}

std::optional<Roll> roll_of_parts(const Op& op, std::span<const Value* const> kept) {
  if (!op.is(OpKind::kConcatenate) || op.num_operands() != 2) return std::nullopt;
  const std::optional<Roll> roll = roll_of(op);
  if (!roll || roll->size != roll->source->type().dim(roll->dim)) return std::nullopt;
  for (const Value* operand : op.operands()) {
    if (operand->op() == nullptr || !operand->op()->is(OpKind::kSlice) || !operand->has_one_use() ||
        !is_plain(operand, kept)) {
      return std::nullopt;
    }
  }
  return roll;
}

void merge_roll(Op& op, std::vector<const Value*>& kept) {
  std::optional<Roll> roll = roll_of_parts(op, kept);
  if (!roll) roll = roll_of_sum(op, kept);
  if (!roll) return;
  Context& context = op.module().context();
  const int64_t rows = (roll->size - roll->amount) % roll->size;
  Value* const source = const_cast<Value*>(roll->source);
  Value* rolled = Builder(&op).value(
      OpKind::kCustomCall, {source}, op.result()->type(),
      {{AttrKey::kCallTargetName, context.string(kRotateRight)},
       {AttrKey::kBackendConfig, context.string(fmt::format("dimension={},amount={}", roll->dim, rows))}});
  rolled->op()->set_discardable_attributes(op.discardable_attributes());
  rolled->op()->set_name(op.name());
  rolled->op()->set_offset(op.offset());
  rolled->set_name(op.result()->name());
  op.result()->replace_all_uses_with(rolled);
  std::replace<decltype(kept.begin()), const Value*>(kept.begin(), kept.end(), op.result(), rolled);
  Op* const parts[] = {op.operand(0)->op(), op.operand(1)->op()};
  op.erase();
  for (Op* part : parts) part->erase();
}

void visit_rolls(Region& region, std::vector<const Value*>& kept) {
  for (Op *op = region.first(), *next; op != nullptr; op = next) {
    next = op->next();
    for (int r = 0; r < op->num_regions(); ++r) visit_rolls(op->region(r), kept);
    merge_roll(*op, kept);
  }
}

}  // namespace

void merge_rolls(Function& entry, std::span<const Value* const> kept) {
  std::vector<const Value*> now(kept.begin(), kept.end());
  visit_rolls(entry.body(), now);
}

}  // namespace partita::core::partition
