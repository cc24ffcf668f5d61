// partita partition: writes the program that every device runs.
#include "tools/budgets.h"
#include "tools/summary.h"

namespace partita::core::tools {

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
    if (!program.run()) return status_of(program);
    out = program.text();
    return kDone;
  };
  return invocation.finish(write_programs(invocation, Goal::kCompile, partition));
}

}  // namespace partita::core::tools
