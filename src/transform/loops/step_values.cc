#include "transform/loops/step_values.h"

#include <algorithm>

namespace partita::core::transform {
namespace {

// What the element type makes of an integer: it wraps around.
int64_t wrapped(int64_t value, ElementType element) {
  if (element == ElementType::kPred) return value != 0 ? 1 : 0;
  const int unused = 64 - bit_width(element);
  const uint64_t bits = static_cast<uint64_t>(value) << unused;
  if (element_class(element) == ElementClass::kSigned) return static_cast<int64_t>(bits) >> unused;
  return static_cast<int64_t>(bits >> unused);
}

int64_t sum(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
int64_t product(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

std::optional<int64_t> compared(std::string_view direction, int64_t a, int64_t b) {
  if (direction == "LT") return a < b;
  if (direction == "LE") return a <= b;
  if (direction == "GT") return a > b;
  if (direction == "GE") return a >= b;
  if (direction == "EQ") return a == b;
  if (direction == "NE") return a != b;
  return std::nullopt;
}

std::optional<int64_t> applied(const Op& op, int64_t a, int64_t b, int64_t c) {
  switch (op.kind()) {
    case OpKind::kAdd: return sum(a, b);
    case OpKind::kSubtract: return sum(a, -b);
    case OpKind::kMultiply: return product(a, b);
    case OpKind::kMinimum: return std::min(a, b);
    case OpKind::kMaximum: return std::max(a, b);
    case OpKind::kNegate: return -a;
    case OpKind::kClamp: return std::min(std::max(b, a), c);
    case OpKind::kSelect: return a != 0 ? b : c;
    case OpKind::kCompare: return compared(op.text_attr(AttrKey::kComparisonDirection), a, b);
    case OpKind::kDivide: return b > 0 && a >= 0 ? std::optional(a / b) : std::nullopt;
    case OpKind::kRemainder: return b > 0 && a >= 0 ? std::optional(a % b) : std::nullopt;
    case OpKind::kConvert:
    case OpKind::kReshape:
    case OpKind::kCopy: return a;
    default: return std::nullopt;
  }
}

bool is_integer_scalar(Type type) {
  return type.is_tensor() && type.num_elements() == 1 &&
         (is_integer(type.element()) || type.element() == ElementType::kPred);
}

constexpr int kBudget = 64;  // ops behind one index; what JAX writes has about five

}  // namespace

StepValues::StepValues(const Op& loop) : loop_(loop) {
  for (int i = 0; i < loop.num_operands(); ++i) inductions_.push_back(ir::induction_of(loop, i));
}

std::optional<int64_t> StepValues::at(const Value* value, int64_t step) const {
  int budget = kBudget;
  return at(value, step, budget);
}

std::optional<int64_t> StepValues::at(const Value* value, int64_t step, int& budget) const {
  if (--budget < 0 || !is_integer_scalar(value->type())) return std::nullopt;
  if (value->is_argument() && value->region() == &loop_.region(1)) {
    const auto& induction = inductions_[value->index()];
    if (induction) return wrapped(sum(induction->init, product(induction->step, step)), value->type().element());
    return ir::known_scalar(value);
  }
  const Op* op = value->op();
  if (op == nullptr || op->is(OpKind::kConstant) || op->num_operands() == 0 || op->num_operands() > 3 ||
      op->num_results() != 1) {
    return value->type().rank() == 0 ? ir::known_scalar(value) : std::nullopt;
  }
  int64_t operands[3] = {};
  for (int i = 0; i < op->num_operands(); ++i) {
    const std::optional<int64_t> known = at(op->operand(i), step, budget);
    if (!known) return std::nullopt;
    operands[i] = *known;
  }
  const std::optional<int64_t> result = applied(*op, operands[0], operands[1], operands[2]);
  if (!result) return std::nullopt;
  return wrapped(*result, value->type().element());
}

bool StepValues::is_step(const Value* value, int64_t n, bool reverse) const {
  for (int64_t step = 0; step < n; ++step) {
    const std::optional<int64_t> known = at(value, step);
    if (!known || std::clamp<int64_t>(*known, 0, n - 1) != (reverse ? n - 1 - step : step)) return false;
  }
  return true;
}

bool StepValues::is_always(const Value* value, int64_t number, int64_t n) const {
  for (int64_t step = 0; step < n; ++step) {
    const std::optional<int64_t> known = at(value, step);
    if (!known || *known != number) return false;
  }
  return true;
}

}  // namespace partita::core::transform
