// partita convert: writes a program in the other format, or in its own; with --passes, what these make of it.
#include "tools/invocation.h"

namespace partita::core::tools {

int run_convert(const Options& options) {
  Invocation invocation(options);
  if (const auto loaded = invocation.use_hardware(options.hardware); !loaded.ok()) {
    invocation.report(loaded.error().diagnostic, "command line");
    return invocation.finish(kUserError);
  }
  auto convert = [](const std::string&, Compilation& program, std::string& out) -> int {
    if (!program.run()) return status_of(program);
    out = program.text();
    return kDone;
  };
  return invocation.finish(write_programs(invocation, Goal::kConvert, convert));
}

}  // namespace partita::core::tools
