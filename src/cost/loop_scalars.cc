#include "cost/loop_scalars.h"

#include <algorithm>
#include <string_view>

#include "ir/trip_count.h"
#include "ir/views.h"

namespace partita::core::cost {
namespace {

// In 64 bits, where they may wrap: indices of real programs are small.
int64_t plus(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
int64_t minus(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}
int64_t times(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

bool compared(std::string_view direction, int64_t a, int64_t b) {
  if (direction == "LT") return a < b;
  if (direction == "LE") return a <= b;
  if (direction == "GT") return a > b;
  if (direction == "GE") return a >= b;
  if (direction == "NE") return a != b;
  return a == b;
}

std::optional<int64_t> applied(const Op& op, int64_t a, int64_t b, int64_t c) {
  switch (op.kind()) {
    case OpKind::kConvert:
    case OpKind::kReshape:
    case OpKind::kCopy:
    case OpKind::kOptimizationBarrier: return a;
    case OpKind::kAdd: return plus(a, b);
    case OpKind::kSubtract: return minus(a, b);
    case OpKind::kMultiply: return times(a, b);
    case OpKind::kNegate: return minus(0, a);
    case OpKind::kMaximum: return std::max(a, b);
    case OpKind::kMinimum: return std::min(a, b);
    case OpKind::kClamp: return std::min(std::max(a, b), c);
    case OpKind::kCompare: return compared(op.text_attr(AttrKey::kComparisonDirection), a, b);
    case OpKind::kSelect: return a != 0 ? b : c;
    case OpKind::kAnd: return a & b;
    case OpKind::kOr: return a | b;
    default: return std::nullopt;
  }
}

bool is_integer_scalar(Type type) {
  return type.is_tensor() && type.num_elements() == 1 &&
         (is_integer(type.element()) || type.element() == ElementType::kPred);
}

}  // namespace

void LoopScalars::enter(const Op& loop, int64_t trips) {
  trips_.emplace_back(&loop, trips);
  for (int i = 0; i < loop.num_operands(); ++i) {
    if (is_carried_unchanged(loop, i)) known_[loop.region(1).argument(i)->id()] = of(loop.operand(i));
    const std::optional<ir::Induction> counter = ir::induction_of(loop, i);
    if (!counter) continue;
    LoopScalar& scalar = known_[loop.region(1).argument(i)->id()].emplace();
    scalar.loop = &loop;
    scalar.at = {counter->init, plus(counter->init, counter->step),
                 plus(counter->init, times(trips - 1, counter->step))};
  }
}

void LoopScalars::visit(const Op& op) {
  if (op.num_results() != 1 || op.num_regions() != 0 || !is_integer_scalar(op.result()->type())) return;
  std::optional<LoopScalar>& known = known_[op.result()->id()];
  known.reset();  // an op may be visited again
  if (op.is(OpKind::kConstant)) {
    if (const std::optional<int64_t> value = ir::known_scalar(op.result()))
      known = LoopScalar{nullptr, {*value, *value, *value}};
    return;
  }
  if (op.num_operands() < 1 || op.num_operands() > 3) return;
  LoopScalar made;
  std::array<std::array<int64_t, 3>, 3> operands{};
  for (int i = 0; i < op.num_operands(); ++i) {
    const std::optional<LoopScalar>& operand = of(op.operand(i));
    if (!operand || (operand->loop != nullptr && made.loop != nullptr && operand->loop != made.loop)) return;
    if (operand->loop != nullptr) made.loop = operand->loop;
    operands[i] = operand->at;
  }
  for (int t = 0; t < 3; ++t) {
    const std::optional<int64_t> value = applied(op, operands[0][t], operands[1][t], operands[2][t]);
    if (!value) return;
    made.at[t] = *value;
  }
  known = made;
}

std::optional<FullRange> LoopScalars::full_range(const Value* value) const {
  const std::optional<LoopScalar>& scalar = of(value);
  if (!scalar || scalar->loop == nullptr) return std::nullopt;
  const auto entered =
      std::find_if(trips_.rbegin(), trips_.rend(), [&](const auto& entry) { return entry.first == scalar->loop; });
  const int64_t trips = entered->second;
  const auto [first, second, last] = scalar->at;
  if (first == 0 && last == trips - 1 && (trips == 1 || second == 1)) return FullRange{scalar->loop, trips, false};
  if (first == trips - 1 && last == 0 && second == trips - 2) return FullRange{scalar->loop, trips, true};
  return std::nullopt;
}

}  // namespace partita::core::cost
