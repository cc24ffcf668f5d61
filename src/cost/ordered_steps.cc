#include "cost/ordered_steps.h"

#include "cost/kernel_fusion.h"

namespace partita::core::cost {

OrderedSteps::OrderedSteps(const Function& local, const Hardware& hardware, const ValueMemory& values)
    : local_(local),
      hardware_(hardware),
      storage_(values.storage),
      separate_(separate_steps_of(local, hardware, values)) {
  index(separate_);
}

// Copies of an op's operands stand before it, under its name.
void OrderedSteps::index(const Steps& all) {
  for (const Step& step : all.steps) {
    StepsOfOp& known = of_op_[step.op];
    if (known.count++ == 0) known.first = &step;
    for (const Steps& inner : step.body) index(inner);
  }
}

Steps OrderedSteps::in_order(const Region& region) const {
  Steps out{&region, {}};
  for (const Op& op : region) {
    const auto found = of_op_.find(&op);
    if (found == of_op_.end()) continue;
    const StepsOfOp& steps = found->second;
    for (int i = 0; i < steps.count; ++i) {
      const Step& step = steps.first[i];
      out.steps.push_back({step.kind, step.op, step.rearranged, {}, step.inputs, step.written, step.operations, {},
                           step.trip_count, step.known_trip_count, step.again});
      for (const Steps& inner : step.body) out.steps.back().body.push_back(in_order(*inner.region));
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
