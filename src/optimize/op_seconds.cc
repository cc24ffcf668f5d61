#include "optimize/op_seconds.h"

#include "cost/time.h"

namespace partita::core::optimize {
namespace {

void add_kernels(const cost::Steps& steps, const cost::Hardware& hardware, OpTimes& out) {
  for (const cost::Step& step : steps.steps) {
    if (step.kind == cost::Step::Kind::kKernel) out[step.op] += cost::kernel_seconds(step, hardware);
    for (const cost::Steps& inner : step.body) add_kernels(inner, hardware, out);
  }
}

}  // namespace

OpTimes op_seconds(const Function& local, const cost::Hardware& hardware, const Topology& topology,
                   const MeshPtr& mesh) {
  OpTimes out;
  add_kernels(cost::steps_of(local, hardware), hardware, out);
  const cost::Wire wire = cost::wire_of(local, mesh);
  const cost::CollectiveTimes times = cost::collective_times(wire, topology, hardware);
  for (const cost::Collective& one : wire.collectives) {
    if (const auto at = times.find(one.op); at != times.end()) out[one.op] = at->second.seconds;
  }
  return out;
}

double step_seconds(const Function& local, const cost::Hardware& hardware, const Topology& topology,
                    const MeshPtr& mesh) {
  const cost::Wire wire = cost::wire_of(local, mesh);
  const cost::CollectiveTimes times = cost::collective_times(wire, topology, hardware);
  return cost::run_timeline(local, cost::steps_of(local, hardware), times, hardware).step;
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
