#include "tools/budgets.h"

#include <fmt/format.h>

namespace partita::core::tools {

Result<Budget> budget_of(const Options& options) {
  Budget budget;
  if (!options.budget.empty()) {
    PARTITA_ASSIGN(const std::string text, read_file(options.budget));
    PARTITA_CHECK_OK(parse_budget(text, options.budget, budget));
  }
  if (!options.max_bytes.empty()) {
    PARTITA_ASSIGN(budget.max_bytes, cost::parse_size(options.max_bytes));
  }
  if (!options.max_memory.empty()) {
    PARTITA_ASSIGN(budget.max_memory, cost::parse_size(options.max_memory));
  }
  for (const std::string& text : options.forbid) {
    PARTITA_ASSIGN(Forbidden forbidden, cost::parse_forbidden(text));
    budget.forbidden.push_back(std::move(forbidden));
  }
  return budget;
}

int check_budget(Invocation& invocation, const CostReport& report, const Budget& budget) {
  Result<std::vector<Diagnostic>> over = over_budget(report, budget);
  if (!over.ok()) {
    invocation.report(over.error().diagnostic);
    return kUserError;
  }
  for (const Diagnostic& d : *over) invocation.report(d);
  return over->empty() ? kDone : kCheckFailed;
}

}  // namespace partita::core::tools
