// Hardware and budgets as the command line gives them.
#pragma once

#include <string>

#include "cost/budget.h"
#include "cost/hardware.h"
#include "tools/invocation.h"

namespace partita::core::tools {

// --max-bytes, --max-memory, --forbid and --budget together; the command line goes before the file.
Result<Budget> budget_of(const Options& options);

// The machine of the command line and the budgets; programs that are read from now on are partitioned for both.
struct Limits {
  const Hardware* hardware;  // the invocation's
  Budget budget;
};
Result<Limits> limits_of(Invocation& invocation);

// Says what goes over the budget. kDone, kCheckFailed, or kUserError where a limit makes no sense for the program.
int check_budget(Invocation& invocation, const CostReport& report, const Budget& budget);

// The same of a program that was partitioned here; its costs are added up for that.
int within_budget(Invocation& invocation, const std::string& file, Compilation& program, const Hardware& hardware,
                  const Budget& budget);

}  // namespace partita::core::tools
