#include "optimize/modelled.h"

#include <algorithm>

#include "cost/op_prices.h"
#include "cost/products.h"
#include "cost/timeline.h"
#include "cost/trips.h"

namespace partita::core::optimize {

const Hardware& hardware_of(const OptimizeLimits& limits) {
  if (limits.hardware != nullptr) return *limits.hardware;
  static const Hardware standard = *cost::parse_hardware(cost::hardware_text("h100"), "h100");
  return standard;
}

Modelled::Modelled(const Function& local, const Hardware& hardware) : local_(local), hardware_(hardware) {
  Result<Topology> topology = Topology::make(hardware, cost::device_count(local.module()), nullptr);
  if (topology.ok()) topology_ = std::move(*topology);
}

void Modelled::price_collectives() {
  if (!topology_) return;
  bool known = true;
  walk(local_.body(), [&](const Op& op) {
    known &= !cost::collective_kind(op.kind()).has_value() || collectives_.find(&op) != collectives_.end();
  });
  if (known) return;
  collectives_ = cost::collective_times(cost::wire_of(local_, nullptr), *topology_, hardware_);
  // What sends nothing is known as well.
  walk(local_.body(), [&](const Op& op) {
    if (cost::collective_kind(op.kind())) collectives_.try_emplace(&op);
  });
}

double Modelled::seconds() {
  price_collectives();
  return cost::run_timeline(local_, cost::steps_of(local_, hardware_), collectives_, hardware_).step;
}

double Modelled::seconds_of(const Op& op) {
  if (cost::collective_kind(op.kind())) {
    if (collectives_.find(&op) == collectives_.end()) price_collectives();
    const auto found = collectives_.find(&op);
    return found != collectives_.end() ? found->second.seconds : 0;
  }
  cost::Step step{.kind = cost::Step::Kind::kKernel, .op = &op};
  for (int i = 0; i < op.num_operands(); ++i) {
    step.inputs.push_back({op.operand(i), cost::bytes_read(op, i)});
  }
  step.written = cost::bytes_written(op);
  step.operations = cost::arithmetic_operations(op) - cost::matrix_operations(op);
  return cost::kernel_seconds(step, hardware_);
}

}  // namespace partita::core::optimize
