#include "cost/ordered_steps.h"

#include <utility>

namespace partita::core::cost {

OrderedSteps::OrderedSteps(const Function& local, const Hardware& hardware, const ValueMemory& values)
    : OrderedSteps(local, hardware, values.storage, separate_steps_of(local, hardware, values)) {}

OrderedSteps::OrderedSteps(const Function& local, const Hardware& hardware, const Storage& storage, Steps all)
    : local_(local), hardware_(hardware), joiner_(local, hardware.compiler, storage, all) {
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

void OrderedSteps::put_in_order(const Region& region, Steps& out) {
  std::vector<const Op*> ops;
  for (const Op& op : region) {
    if (of_op_.find(&op) != of_op_.end()) ops.push_back(&op);
  }
  if (out.region == nullptr || last_order_[&region] != ops) {
    out.region = &region;
    put_together(ops, out);
    last_order_[&region] = std::move(ops);
  }
  for (Step& step : out.steps) {
    for (Steps& inner : step.body) put_in_order(*inner.region, inner);
  }
}

void OrderedSteps::put_together(const std::vector<const Op*>& ops, Steps& out) {
  PointerMap<const Op*, std::vector<Steps>> inside;
  for (Step& step : out.steps) {
    if (!step.body.empty()) inside[step.op] = std::move(step.body);
  }
  out.steps.clear();
  for (const Op* op : ops) {
    const StepsOfOp& own = of_op_.find(op)->second;
    for (size_t i = 0; i < own.count; ++i) out.steps.push_back(steps_[own.first + i]);
    if (const auto known = inside.find(op); known != inside.end()) out.steps.back().body = std::move(known.value());
  }
  joiner_.join(out);
  for (Step& step : out.steps) {
    if (step.joined.empty()) continue;
    step.seconds = kernel_seconds(step, hardware_);
    step.kernels = kernel_count(step, hardware_);
  }
}

const Steps& OrderedSteps::as_ordered() {
  put_in_order(local_.body(), ordered_);
  return ordered_;
}

}  // namespace partita::core::cost
