// partita partition: writes the program that every device runs.
#include "driver/collective_causes.h"
#include "tools/budgets.h"
#include "tools/summary.h"

namespace partita::core::tools {

namespace {

// Checks the budgets of a program; nothing is written where it exceeds one.
int within_budget(Invocation& invocation, const std::string& file, Compilation& program, const Hardware& hardware,
                  const Budget& budget) {
  if (budget.empty()) return kDone;
  const Partitioned& local = program.partitioned();
  Result<CostReport> costs = program.perform(
      "cost", [&] { return cost_of(*local.module->entry(), program.completion().meshes().main(), hardware); });
  if (!costs.ok()) {
    invocation.report(costs.error().diagnostic, file);
    return kUserError;
  }
  CostReport& report = *costs;
  report.file = shown_path(file);
  const CollectiveCauses causes(local);
  for (const Collective& c : report.wire.collectives) report.causes.push_back(causes.sentence(*c.op));
  return check_budget(invocation, report, budget);
}

}  // namespace

int run_partition(const Options& options) {
  Invocation invocation(options);
  Result<Hardware> hardware = cost::load_hardware(options.hardware);
  if (hardware.ok()) invocation.set_hardware(std::make_shared<const Hardware>(*hardware));
  Result<Budget> budget = budget_of(options);
  for (const Error* error : {hardware.ok() ? nullptr : &hardware.error(), budget.ok() ? nullptr : &budget.error()}) {
    if (error == nullptr) continue;
    invocation.report(error->diagnostic, "command line");
    return invocation.finish(kUserError);
  }
  auto partition = [&](const std::string& file, Compilation& program, std::string& out) -> int {
    if (!program.run_before("write")) return status_of(program);
    print_summary(invocation, program);
    if (int status = within_budget(invocation, file, program, *hardware, *budget); status != kDone) return status;
    if (!program.run()) return status_of(program);
    out = program.text();
    return kDone;
  };
  return invocation.finish(write_programs(invocation, Goal::kCompile, partition));
}

}  // namespace partita::core::tools
