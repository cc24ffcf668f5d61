// partita partition: writes the program that every device runs.
#include "driver/plan_listing.h"
#include "tools/budgets.h"
#include "tools/summary.h"

namespace partita::core::tools {
namespace {

// --show: what was chosen, and what that takes.
Status show_plan(Invocation& invocation, const std::string& file, Compilation& program, const Hardware& hardware) {
  const Options& options = invocation.options();
  PARTITA_ASSIGN(CostReport report, program.perform("cost", [&] {
    return cost_of(*program.partitioned().module->entry(), program.completion().meshes().main(), hardware,
                   program.options().layout);
  }));
  report.file = shown_path(file);
  return invocation.write("-", options.json
                                   ? driver::plan_json(program, report)
                                   : driver::plan_listing(program, report, {static_cast<size_t>(options.top)}));
}

}  // namespace

int run_partition(const Options& options) {
  Invocation invocation(options);
  Result<Limits> limits = limits_of(invocation);
  if (!limits.ok()) {
    invocation.report(limits.error().diagnostic, "command line");
    return invocation.finish(kUserError);
  }
  auto partition = [&](const std::string& file, Compilation& program, std::string& out) -> int {
    if (!program.run_before("write")) return status_of(program);
    print_summary(invocation, program);
    if (int status = within_budget(invocation, file, program, *limits->hardware, limits->budget); status != kDone)
      return status;
    if (options.show) {
      if (Status status = show_plan(invocation, file, program, *limits->hardware); !status.ok()) {
        invocation.report(status.error().diagnostic, file);
        return kUserError;
      }
      if (options.output == "-") return kDone;
    }
    if (!program.run()) return status_of(program);
    out = program.text();
    return kDone;
  };
  return invocation.finish(write_programs(invocation, Goal::kCompile, partition));
}

}  // namespace partita::core::tools
