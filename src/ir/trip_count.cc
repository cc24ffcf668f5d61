#include "ir/trip_count.h"

#include <cstring>
#include <string_view>

#include "ir/names.h"

namespace partita::core::ir {
namespace {

bool is_integer_scalar(Type type) {
  return type.is_tensor() && type.rank() == 0 && (is_integer(type.element()) || type.element() == ElementType::kPred);
}

// The value before ops that do not change it.
const Value* before_copies(const Value* value) {
  while (const Op* op = value->op()) {
    bool same = false;
    switch (op->kind()) {
      case OpKind::kCopy:
      case OpKind::kOptimizationBarrier: same = true; break;
      case OpKind::kReshape:
      case OpKind::kConvert: same = op->operand(0)->type() == op->result()->type(); break;
      case OpKind::kCustomCall: same = op->text_attr(AttrKey::kCallTargetName) == call_targets::kSharding; break;
      default: same = op->info().has(kPlacement); break;
    }
    if (!same || value->index() >= op->num_operands()) break;
    value = op->operand(value->index());
  }
  return value;
}

std::optional<int64_t> literal_scalar(const Literal& literal) {
  if (!is_integer_scalar(literal.type) || literal.data->empty()) return std::nullopt;
  ElementType element = literal.type.element();
  int width = byte_width(element);
  uint64_t bits = 0;
  std::memcpy(&bits, literal.data->data(), width);
  if (element == ElementType::kPred) return bits != 0;
  int unused = 64 - bit_width(element);
  bits <<= unused;
  if (element_class(element) == ElementClass::kSigned) return static_cast<int64_t>(bits) >> unused;
  bits >>= unused;
  if (bits > static_cast<uint64_t>(INT64_MAX)) return std::nullopt;
  return static_cast<int64_t>(bits);
}

// The loop one of whose regions has this value as an argument, or null.
const Op* loop_of(const Value* value) {
  if (!value->is_argument()) return nullptr;
  const Op* op = value->region()->parent_op();
  return op && op->is(OpKind::kWhile) && value->index() < op->num_operands() ? op : nullptr;
}

bool carried_unchanged(const Op& loop, int index) {
  const Region& body = loop.region(1);
  const Op* end = body.terminator();
  return end && index < end->num_operands() && index < body.num_arguments() &&
         before_copies(end->operand(index)) == body.argument(index);
}

// Each step goes to an op before, or out of a region, so it ends; the limit guards against programs not yet verified.
constexpr int kMaxSteps = 100;

__extension__ typedef __int128 Wide;  // NOLINT(modernize-use-using): __extension__ takes no alias

struct Range {
  Wide low, high;
};
Range range_of(ElementType element) {
  int bits = bit_width(element);
  if (element_class(element) == ElementClass::kSigned) return {-(Wide{1} << (bits - 1)), (Wide{1} << (bits - 1)) - 1};
  return {0, (Wide{1} << bits) - 1};
}

// What the counter grows by in one round: next is argument + constant, constant + argument, or argument - constant.
std::optional<int64_t> step_of(const Value* next, const Value* argument) {
  const Op* op = before_copies(next)->op();
  if (op == nullptr || op->num_operands() != 2) return std::nullopt;
  const Value* a = before_copies(op->operand(0));
  const Value* b = before_copies(op->operand(1));
  if (op->is(OpKind::kAdd) && a == argument) return known_scalar(b);
  if (op->is(OpKind::kAdd) && b == argument) return known_scalar(a);
  if (op->is(OpKind::kSubtract) && a == argument) {
    std::optional<int64_t> step = known_scalar(b);
    if (!step || *step == INT64_MIN) return std::nullopt;
    return -*step;
  }
  return std::nullopt;
}

std::string_view mirrored(std::string_view direction) {
  if (direction == "LT") return "GT";
  if (direction == "LE") return "GE";
  if (direction == "GT") return "LT";
  if (direction == "GE") return "LE";
  return direction;
}

Wide divide_up(Wide a, Wide b) { return (a + b - 1) / b; }  // of positive numbers

// Rounds of: while (i <direction> limit) i += step.
std::optional<Wide> count_rounds(std::string_view direction, Wide init, Wide limit, Wide step) {
  if (direction == "EQ") return init != limit ? Wide{0} : step != 0 ? std::optional<Wide>(1) : std::nullopt;
  if (direction == "NE") {
    Wide distance = limit - init;
    if (distance == 0) return 0;
    if (step == 0 || distance % step != 0 || distance / step < 0) return std::nullopt;
    return distance / step;
  }
  if (direction == "LE") return count_rounds("LT", init, limit + 1, step);
  if (direction == "GE") return count_rounds("GT", init, limit - 1, step);
  if (direction == "GT") return count_rounds("LT", -init, -limit, -step);
  if (direction != "LT") return std::nullopt;
  if (init >= limit) return 0;
  if (step <= 0) return std::nullopt;
  return divide_up(limit - init, step);
}

}  // namespace

std::optional<int64_t> known_scalar(const Value* value) {
  for (int steps = 0; steps < kMaxSteps; ++steps) {
    value = before_copies(value);
    if (const Op* op = value->op()) {
      if (op->is(OpKind::kConstant)) return literal_scalar(op->attr(AttrKey::kValue).literal());
      // A loop's result is what went in, where the loop carries it unchanged.
      if (!op->is(OpKind::kWhile) || !carried_unchanged(*op, value->index())) return std::nullopt;
      value = op->operand(value->index());
      continue;
    }
    const Op* loop = loop_of(value);
    if (loop == nullptr || !carried_unchanged(*loop, value->index())) return std::nullopt;
    value = loop->operand(value->index());
  }
  return std::nullopt;
}

std::optional<Induction> induction_of(const Op& loop, int carry) {
  const Region& body = loop.region(1);
  if (!body.terminator() || carry >= body.num_arguments() || carry >= body.terminator()->num_operands()) return {};
  const Value* argument = body.argument(carry);
  if (!is_integer_scalar(argument->type()) || argument->type().element() == ElementType::kPred) return {};
  std::optional<int64_t> init = known_scalar(loop.operand(carry));
  std::optional<int64_t> step = step_of(body.terminator()->operand(carry), argument);
  if (!init || !step) return {};
  return Induction{*init, *step};
}

std::optional<int64_t> known_trip_count(const Op& loop) {
  const Region& condition = loop.region(0);
  const Region& body = loop.region(1);
  if (!condition.terminator() || !body.terminator() || condition.terminator()->num_operands() != 1) return std::nullopt;
  const Value* result = before_copies(condition.terminator()->operand(0));
  if (std::optional<int64_t> fixed = known_scalar(result)) {
    if (*fixed == 0) return 0;
    return std::nullopt;
  }
  const Op* compare = result->op();
  if (compare == nullptr || !compare->is(OpKind::kCompare)) return std::nullopt;

  for (int side = 0; side < 2; ++side) {
    const Value* counter = before_copies(compare->operand(side));
    if (!counter->is_argument() || counter->region() != &condition || !is_integer_scalar(counter->type())) continue;
    int index = counter->index();
    if (index >= loop.num_operands() || index >= body.num_arguments() || index >= body.terminator()->num_operands())
      continue;
    std::optional<int64_t> limit = known_scalar(compare->operand(1 - side));
    std::optional<int64_t> init = known_scalar(loop.operand(index));
    std::optional<int64_t> step = step_of(body.terminator()->operand(index), body.argument(index));
    if (!limit || !init || !step) continue;
    std::string_view direction = compare->text_attr(AttrKey::kComparisonDirection);
    std::optional<Wide> count = count_rounds(side == 0 ? direction : mirrored(direction), *init, *limit, *step);
    if (!count || *count > INT64_MAX) continue;
    Range range = range_of(counter->type().element());
    Wide last = *init + *count * *step;
    if (last < range.low || last > range.high) continue;
    return static_cast<int64_t>(*count);
  }
  return std::nullopt;
}

}  // namespace partita::core::ir
