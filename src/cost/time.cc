#include "cost/time.h"

#include "cost/op_prices.h"

namespace partita::core::cost {
namespace {

// The larger side of a collective.
double full_bytes(const Op& op) {
  double in = 0, out = 0;
  for (const Value* operand : op.operands()) in += bytes_of(operand->type());
  for (const Value* result : op.results()) out += bytes_of(result->type());
  return std::max(in, out);
}

}  // namespace

CollectiveTimes collective_times(const Wire& wire, const Topology& topology, const Hardware& hardware) {
  CollectiveTimes out;
  std::vector<CollectiveTime> times = topology.times(wire);
  out.reserve(times.size());
  for (size_t i = 0; i < times.size(); ++i) {
    const Collective& collective = wire.collectives[i];
    const double runs = std::max(1.0, collective.times);
    CollectiveSeconds one{times[i].seconds / runs, std::move(times[i].on), std::move(times[i].ways)};
    for (double& seconds : one.by_link) seconds /= runs;
    // What is sent lies otherwise in memory than what is computed with, on machines with tiles.
    if (one.seconds > 0)
      one.seconds += hardware.collective_copy * full_bytes(*collective.op) / hardware.memory_bandwidth;
    out[collective.op] = std::move(one);
  }
  return out;
}

StepTime step_time(const Timeline& timeline) {
  StepTime out;
  out.compute = timeline.compute;
  out.communication = timeline.collective;
  out.by_resource = timeline.by_link;
  out.host = timeline.host;
  out.scheduled = timeline.step;
  return out;
}

}  // namespace partita::core::cost
