#include "cost/time.h"

#include <numeric>

#include "cost/op_prices.h"
#include "cost/seconds.h"

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

std::vector<double> collective_time(const Collective& collective, int64_t devices, const Hardware& hardware) {
  const DeviceGroup& group = *collective.group;
  const GroupMembers members{static_cast<double>(group.size), group.ids, devices};
  return collective_seconds(*collective_kind(collective.op->kind()), {collective.bytes, collective.times}, members,
                            hardware);
}

CollectiveTimes collective_times(const Wire& wire, int64_t devices, const Hardware& hardware) {
  CollectiveTimes times;
  for (const Collective& collective : wire.collectives) {
    CollectiveSeconds one;
    one.by_link = collective_time(collective, devices, hardware);
    for (double& seconds : one.by_link) seconds /= std::max(1.0, collective.times);
    // What is sent lies otherwise in memory than what is computed with, on machines with tiles.
    const double copied = hardware.collective_copy * full_bytes(*collective.op) / hardware.memory_bandwidth;
    const auto used = std::find_if(one.by_link.begin(), one.by_link.end(), [](double seconds) { return seconds > 0; });
    if (used != one.by_link.end()) *used += copied;
    one.seconds = std::accumulate(one.by_link.begin(), one.by_link.end(), 0.0);
    times[collective.op] = std::move(one);
  }
  return times;
}

StepTime step_time(const Timeline& timeline) {
  StepTime out;
  out.compute = timeline.compute;
  out.by_level = timeline.by_link;
  out.communication = timeline.collective;
  out.host = timeline.host;
  out.scheduled = timeline.step;
  return out;
}

}  // namespace partita::core::cost
