#include "optimize/op_seconds.h"

#include "cost/time.h"

namespace partita::core::optimize {
namespace {

void add_kernels(const cost::Steps& steps, const cost::Hardware& hardware, OpTimes& out) {
  for (const cost::Step& step : steps.steps) {
    if (step.kind == cost::Step::Kind::kKernel) out[step.op] += step.seconds;
    for (const cost::Steps& inner : step.body) add_kernels(inner, hardware, out);
  }
}

}  // namespace

OpTimes op_seconds(const cost::Steps& steps, const cost::Hardware& hardware, const cost::CollectiveTimes& collectives) {
  OpTimes out;
  add_kernels(steps, hardware, out);
  for (const auto& [op, time] : collectives) out[op] = time.seconds;
  return out;
}

std::optional<Topology> topology_for(const Function& local, const OptimizeLimits& limits) {
  if (limits.hardware == nullptr || !limits.hardware->overlaps) return std::nullopt;
  const cost::Wire wire = cost::wire_of(local, limits.mesh);
  if (wire.collectives.empty()) return std::nullopt;
  Result<Topology> topology = Topology::make(*limits.hardware, cost::device_count(local.module()), limits.mesh,
                                             limits.layout, cost::uses_of(wire));
  if (!topology.ok()) return std::nullopt;  // who asks for the cost is told why
  return std::move(*topology);
}

}  // namespace partita::core::optimize
