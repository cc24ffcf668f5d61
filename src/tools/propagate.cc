// partita propagate: writes programs with a sharding on every value, or shows and explains them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "complete/find_values.h"
#include "complete/hint_file.h"
#include "complete/listing.h"
#include "complete/why.h"
#include "tools/invocation.h"

namespace partita::core::tools {
namespace {

Status explain(Invocation& invocation, const Compilation& program) {
  const Options& options = invocation.options();
  const Module& module = program.module();
  std::string text;
  std::vector<std::string> objects;  // of --why, in JSON
  if (options.show && !options.json) text += listing(module, program.entry(), program.completion());
  for (const std::string& name : options.why) {
    PARTITA_ASSIGN(std::vector<NamedValue> values, complete::find_values(module, program.entry(), name));
    for (const NamedValue& value : values) {
      if (options.json) {
        objects.push_back(complete::why_json(module, program.entry(), program.completion(), value));
      } else {
        text += why(module, program.entry(), program.completion(), value);
      }
    }
  }
  if (options.json && (options.show || !options.why.empty())) {
    const std::string listed =
        options.show ? complete::listing_json(module, program.entry(), program.completion()) : "null";
    invocation.add_json(fmt::format("{{\"listing\":{},\n\"why\":[{}]}}", listed, fmt::join(objects, ",\n")));
  }
  if (!options.write_hints.empty()) {
    const std::string hints = complete::hint_file_text(module, program.entry(), program.completion());
    PARTITA_CHECK_OK(invocation.write(options.write_hints, hints));
    if (!options.show && options.why.empty()) return {};
  }
  return options.json ? Status() : invocation.write("-", text);
}

}  // namespace

int run_propagate(const Options& options) {
  Invocation invocation(options);
  const bool explains = options.show || !options.why.empty() || !options.write_hints.empty();
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
