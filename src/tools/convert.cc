// partita convert: writes a program in the other format, or in its own; with --passes, what these make of it.
#include "tools/stages.h"

namespace partita {

int run_convert(const Options& options) {
  Invocation invocation(options);
  auto convert = [&](const std::string&, std::unique_ptr<Module> module, std::string& out) -> int {
    if (!options.passes.empty()) {
      Result<Function*> entry = find_entry(*module, options.entry);
      if (!entry.ok()) return invocation.refuse(entry.error());
      if (int status = optimize_program(invocation, **entry); status != kDone) return status;
    }
    Result<std::string> text = invocation.pass("write", [&] { return write_program(*module, options); });
    if (!text.ok()) return invocation.refuse(text.error());
    out = std::move(*text);
    return kDone;
  };
  return invocation.finish(write_programs(invocation, convert));
}

}  // namespace partita
