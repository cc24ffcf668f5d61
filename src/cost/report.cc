#include "cost/report.h"

#include "cost/fit_memory.h"
#include "cost/op_prices.h"
#include "cost/run_class.h"
#include "cost/trips.h"

namespace partita::core::cost {

Operations operations_of(const Function& local) {
  Operations sum;
  walk_counted(local.body(), 1, [&](const Op& op, double times) {
    sum.matrix += times * matrix_operations(op);
    if (op.parent_op() == nullptr || run_class(op.parent_op()->kind()).runs_regions)
      sum.all += times * arithmetic_operations(op);
  });
  return sum;
}

Result<CostReport> cost_of(const Function& local, const MeshPtr& mesh, const Hardware& hardware,
                           std::string_view layout) {
  CostReport report;
  report.local = &local;
  report.devices = device_count(local.module());
  report.mesh = mesh;
  report.wire = wire_of(local, mesh);
  report.operations = operations_of(local);
  const ValueMemory values(local, hardware.compiler);
  report.memory = memory_of(local, hardware.compiler, values);
  report.hardware = hardware;
  PARTITA_ASSIGN(report.topology, Topology::make(hardware, report.devices, mesh, layout, uses_of(report.wire)));
  report.steps = steps_of(local, hardware, values);
  if (hardware.compiler.recomputes_to_fit) fit_memory(local, hardware, values, report.memory, report.steps);
  report.collective_seconds = collective_times(report.wire, *report.topology, hardware);
  report.timeline = run_timeline(local, report.steps, report.collective_seconds, hardware);
  report.time = step_time(report.timeline);
  return report;
}

}  // namespace partita::core::cost
