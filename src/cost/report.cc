#include "cost/report.h"

#include "cost/trips.h"
#include "ir/operations.h"

namespace partita {
namespace {

int64_t module_count(const Module& module, std::string_view name) {
  const Attr count = module.extra(name);
  return count.is(AttrKind::kInt) ? std::max<int64_t>(count.as_int(), 1) : 1;
}

// Whether its regions are run as programs; else they say how two elements are combined, and their op counts for them.
bool runs_regions(const Op& op) {
  switch (op.kind()) {
    case OpKind::kWhile:
    case OpKind::kIf:
    case OpKind::kCase:
    case OpKind::kAsyncStart:
    case OpKind::kManualComputation:
    case OpKind::kCustomCall: return true;
    default: return false;
  }
}

}  // namespace

Operations operations_of(const Function& local) {
  Operations sum;
  walk_counted(local.body(), 1, [&](const Op& op, double times) {
    if (op.is(OpKind::kDotGeneral) || op.is(OpKind::kConvolution)) sum.matrix += times * matrix_operations(op);
    if (op.parent_op() == nullptr || runs_regions(*op.parent_op())) sum.all += times * arithmetic_operations(op);
  });
  return sum;
}

CostReport cost_of(const Function& local, const MeshPtr& mesh) {
  CostReport report;
  report.local = &local;
  report.replicas = module_count(local.module(), "mhlo.num_replicas");
  report.partitions = module_count(local.module(), "mhlo.num_partitions");
  report.mesh = mesh;
  report.wire = wire_of(local, mesh);
  report.operations = operations_of(local);
  return report;
}

}  // namespace partita
