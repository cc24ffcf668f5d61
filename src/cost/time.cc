#include "cost/time.h"

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

StepTime step_time(const Function& local, const Wire& wire, const Topology& topology, const Hardware& hardware) {
  StepTime out;
  out.compute = compute_time(local, hardware);
  CollectiveTime sum{0, std::vector<double>(topology.resources().size())};
  for (const CollectiveTime& time : topology.times(wire)) {
    sum += time;
    out.of_collectives.push_back(time.seconds);
  }
  out.communication = sum.seconds;
  out.by_resource = std::move(sum.on);
  return out;
}

}  // namespace partita::core::cost
