// partita propagate: writes programs with a sharding on every value, or shows and explains them.
#include "complete/listing.h"
#include "complete/why.h"
#include "tools/invocation.h"

namespace partita::core::tools {
namespace {

Status explain(Invocation& invocation, const Compilation& program) {
  const Options& options = invocation.options();
  const Module& module = program.module();
  std::string text;
  if (options.show) text += listing(module, program.entry(), program.completion());
  for (const std::string& name : options.why) {
    PARTITA_ASSIGN(NamedValue value, complete::find_value(module, program.entry(), name));
    text += why(module, program.entry(), program.completion(), value);
  }
  return invocation.write("-", text);
}

}  // namespace

int run_propagate(const Options& options) {
  Invocation invocation(options);
  const bool explains = options.show || !options.why.empty();
  const Goal goal = explains && options.output == "-" ? Goal::kExplain : Goal::kAnnotate;
  auto propagate = [&](const std::string& file, Compilation& program, std::string& out) -> int {
    if (!program.run_until("complete")) return status_of(program);
    if (explains) {
      if (Status status = explain(invocation, program); !status.ok()) {
        invocation.report(status.error().diagnostic, file);
        return kUserError;
      }
    }
    if (!program.run()) return status_of(program);
    out = program.text();
    return kDone;
  };
  return invocation.finish(write_programs(invocation, goal, propagate));
}

}  // namespace partita::core::tools
