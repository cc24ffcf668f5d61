// partita partition: writes the program that every device runs.
#include "tools/budgets.h"
#include "tools/summary.h"

namespace partita::core::tools {

int run_partition(const Options& options) {
  Invocation invocation(options);
  Result<const Hardware*> hardware = invocation.use_hardware(options.hardware);
  Result<Budget> budget = budget_of(options);
  for (const Error* error : {hardware.ok() ? nullptr : &hardware.error(), budget.ok() ? nullptr : &budget.error()}) {
    if (error == nullptr) continue;
    invocation.report(error->diagnostic, "command line");
    return invocation.finish(kUserError);
  }
  invocation.limit_memory(budget->max_memory);
  auto partition = [&](const std::string& file, Compilation& program, std::string& out) -> int {
    if (!program.run_before("write")) return status_of(program);
    print_summary(invocation, program);
    if (int status = within_budget(invocation, file, program, **hardware, *budget); status != kDone) return status;
    if (!program.run()) return status_of(program);
    out = program.text();
    return kDone;
  };
  return invocation.finish(write_programs(invocation, Goal::kCompile, partition));
}

}  // namespace partita::core::tools
