#include "cost/ordered_steps.h"

#include "cost/kernel_fusion.h"

namespace partita::core::cost {

OrderedSteps::OrderedSteps(const Function& local, const Hardware& hardware, const ValueMemory& values)
    : local_(local), hardware_(hardware), storage_(values.storage) {
  Steps all = separate_steps_of(local, hardware, values);
  take(all);
}

void OrderedSteps::take(Steps& all) {
  for (Step& step : all.steps) {
    for (Steps& inner : step.body) take(inner);
  }
  // Copies of an op's operands stand before it, under its name.
  for (Step& step : all.steps) {
    StepsOfOp& known = of_op_[step.op];
    if (known.count++ == 0) known.first = steps_.size();
    steps_.push_back(std::move(step));
  }
  all.steps.clear();
}

Steps OrderedSteps::in_order(const Region& region) const {
  Steps out{&region, {}};
  for (const Op& op : region) {
    const auto found = of_op_.find(&op);
    if (found == of_op_.end()) continue;
    const StepsOfOp& steps = found->second;
    for (size_t i = 0; i < steps.count; ++i) {
      Step& copy = out.steps.emplace_back(steps_[steps.first + i]);
      for (Steps& inner : copy.body) inner = in_order(*inner.region);
    }
  }
  return out;
}

Steps OrderedSteps::as_ordered() const {
  Steps out = in_order(local_.body());
  join_kernels(local_, hardware_.compiler, storage_, out);
  add_seconds(out, hardware_);
  return out;
}

}  // namespace partita::core::cost
