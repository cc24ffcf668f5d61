#include "cost/report.h"

#include "cost/fit_memory.h"
#include "cost/op_prices.h"
#include "cost/run_class.h"
#include "cost/trips.h"

namespace partita::core::cost {

namespace {

// What one walk finds: large programs do not stay in a processor's caches.
void look_through(const Function& local, CostReport& report) {
  Operations& sum = report.operations;
  walk_counted(local.body(), 1, [&](const Op& op, double times) {
    if (op.is(OpKind::kWhile)) report.loops.push_back(&op);
    const double matrix = matrix_operations(op);
    if (matrix > 0) {
      sum.matrix += times * matrix;
      sum.at_the_peak += times * matrix / report.hardware.matrix_rate(op.operand(0)->type().element());
    }
    if (op.parent_op() == nullptr || run_class(op.parent_op()->kind()).runs_regions)
      sum.all += times * (matrix > 0 ? matrix : arithmetic_operations(op));
  });
}

}  // namespace

Result<CostReport> cost_of(const Function& local, const MeshPtr& mesh, const Hardware& hardware,
                           std::string_view layout) {
  CostReport report;
  report.local = &local;
  report.devices = device_count(local.module());
  report.mesh = mesh;
  report.hardware = hardware;
  look_through(local, report);
  report.wire = wire_of(local, mesh);
  const ValueMemory values(local, hardware.compiler);
  report.memory = memory_of(local, hardware.compiler, values);
  PARTITA_ASSIGN(report.topology, Topology::make(hardware, report.devices, mesh, layout, uses_of(report.wire)));
  report.steps = steps_of(local, hardware, values);
  if (hardware.compiler.recomputes_to_fit) fit_memory(local, hardware, values, report.memory, report.steps);
  report.collective_seconds = collective_times(report.wire, *report.topology, hardware);
  report.timeline = run_timeline(local, report.steps, report.collective_seconds, hardware);
  report.time = step_time(report.timeline);
  return report;
}

}  // namespace partita::core::cost
