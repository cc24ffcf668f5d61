#include "cost/time.h"

#include <numeric>

#include "cost/fusion.h"
#include "cost/op_prices.h"
#include "cost/run_class.h"
#include "cost/seconds.h"
#include "cost/trips.h"

namespace partita::core::cost {
namespace {

// Fused ops move nothing themselves, but what they read from memory.
double compute_time(const Function& local, const Hardware& hardware) {
  const std::vector<bool> fused = fused_values(local);
  double sum = 0;
  walk_counted(local.body(), 1, [&](const Op& op, double times) {
    if (op.parent_op() != nullptr && !run_class(op.parent_op()->kind()).runs_regions) return;
    if (op.is(OpKind::kReturn)) return;
    const bool is_fused = op.num_results() == 1 && fused[op.result()->id()];
    double bytes = is_fused ? 0 : bytes_written(op);
    for (int i = 0; i < op.num_operands(); ++i) {
      if (!fused[op.operand(i)->id()]) bytes += bytes_read(op, i);
    }
    sum += times * op_seconds(op, bytes, is_fused, hardware);
  });
  return sum;
}

}  // namespace

std::vector<double> collective_time(const Collective& collective, int64_t devices, const Hardware& hardware) {
  const DeviceGroup& group = *collective.group;
  const GroupMembers members{static_cast<double>(group.size), group.ids, devices};
  return collective_seconds(*collective_kind(collective.op->kind()), {collective.bytes, collective.times}, members,
                            hardware);
}

StepTime step_time(const Function& local, const Wire& wire, int64_t devices, const Hardware& hardware) {
  StepTime out;
  out.compute = compute_time(local, hardware);
  out.by_level.resize(network_levels(hardware).size());
  for (const Collective& collective : wire.collectives) {
    const std::vector<double> seconds = collective_time(collective, devices, hardware);
    for (size_t level = 0; level < seconds.size(); ++level) out.by_level[level] += seconds[level];
  }
  out.communication = std::accumulate(out.by_level.begin(), out.by_level.end(), 0.0);
  return out;
}

}  // namespace partita::core::cost
