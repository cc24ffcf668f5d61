// partita partition: writes the program that every device runs.
#include "tools/budgets.h"
#include "tools/stages.h"
#include "tools/why_collective.h"

namespace partita {

namespace {

// What the budgets say of a program; nothing is written where it goes over one.
int within_budget(Invocation& invocation, const std::string& file, const Partitioned& local,
                  const Completion& completion, const Hardware& hardware, const Budget& budget) {
  if (budget.empty()) return kDone;
  CostReport report =
      invocation.pass("cost", [&] { return cost_of(*local.module->entry(), completion.meshes().main(), hardware); });
  report.file = file == "-" ? "<stdin>" : file;
  const CollectiveCauses causes(local);
  for (const Collective& c : report.wire.collectives) report.causes.push_back(causes.sentence(*c.op));
  return check_budget(invocation, report, budget);
}

}  // namespace

int run_partition(const Options& options) {
  Invocation invocation(options);
  Result<Hardware> hardware = hardware_of(options);
  Result<Budget> budget = budget_of(options);
  for (const Error* error : {hardware.ok() ? nullptr : &hardware.error(), budget.ok() ? nullptr : &budget.error()}) {
    if (error == nullptr) continue;
    Diagnostic d = error->diagnostic;
    if (d.file.empty()) d.file = "command line";
    invocation.say(d);
    return invocation.finish(kUserError);
  }
  auto partition = [&](const std::string& file, std::unique_ptr<Module> module, std::string& out) -> int {
    Result<Function*> entry = find_entry(*module, options.entry);
    if (!entry.ok()) return invocation.refuse(entry.error());
    std::optional<Completion> completion = complete_program(invocation, *module, **entry);
    if (!completion) return kUserError;
    int status = kDone;
    std::optional<Partitioned> local = partition_program(invocation, *module, **entry, *completion, status);
    if (!local) return status;
    status = within_budget(invocation, file, *local, *completion, *hardware, *budget);
    if (status != kDone) return status;
    Result<std::string> text = invocation.pass("write", [&] { return write_program(*local->module, options); });
    if (!text.ok()) return invocation.refuse(text.error());
    out = std::move(*text);
    return kDone;
  };
  return invocation.finish(write_programs(invocation, partition));
}

}  // namespace partita
