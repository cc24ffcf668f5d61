#include "engine/watch.h"

#include <algorithm>

#include "engine/steps.h"
#include "eval/ops/finite.h"

namespace partita::core::engine {

Watch::State Watch::state_of(const Tensor& tensor) {
  const std::optional<eval::NotFinite> found = eval::find_not_finite(tensor);
  if (!found) return State::kFinite;
  return found->nan ? State::kNan : State::kInfinite;
}

// Constants are looked at; of what only moves elements, what it moves.
Watch::State Watch::known_state(const Value& value) const {
  State worst = State::kFinite;
  std::vector<const Value*> work = {&value};
  PointerSet<const Value*> seen;
  while (!work.empty()) {
    const Value* at = work.back();
    work.pop_back();
    if (!seen.insert(at).second) continue;
    if (const auto found = states_.find(at); found != states_.end()) {
      worst = std::max(worst, found->second);
    } else if (at->op() != nullptr && at->op()->is(OpKind::kConstant)) {
      worst = std::max(worst, state_of(Tensor::from_literal(at->op()->attr(AttrKey::kValue).literal())));
    } else if (at->op() != nullptr && at->op()->num_regions() == 0) {
      for (const Value* operand : at->op()->operands()) work.push_back(operand);
    }
  }
  return worst;
}

void Watch::look(const Step& step, const Device& device) {
  for (const auto& [value, view] : step.computes) {
    const State state = state_of(tensor_of(device, view, value->type()));
    ++turn_;
    states_[value] = state;
    std::optional<NotFinite>& first = state == State::kNan ? nan_ : infinity_;
    if (state == State::kFinite || first) continue;
    State before = State::kFinite;
    for (const Value* operand : value->op()->operands()) before = std::max(before, known_state(*operand));
    if (before < state) first = NotFinite{value, turn_};
  }
}

}  // namespace partita::core::engine
