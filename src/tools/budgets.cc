#include "tools/budgets.h"

#include <fmt/format.h>

#include "driver/collective_causes.h"

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

Result<Limits> limits_of(Invocation& invocation) {
  PARTITA_ASSIGN(const Hardware* hardware, invocation.use_hardware(invocation.options().hardware));
  PARTITA_ASSIGN(Budget budget, budget_of(invocation.options()));
  invocation.limit_memory(budget.max_memory);
  return Limits{hardware, std::move(budget)};
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

}  // namespace partita::core::tools
