// partita convert: writes a program in the other format, or in its own; with --passes, what these make of it.
#include "tools/stages.h"

namespace partita {

int run_convert(const Options& options) {
  Invocation invocation(options);
  std::string out;
  for (const std::string& file : options.files) {
    std::vector<std::unique_ptr<Module>> modules;
    if (!invocation.read(file, modules)) return invocation.finish(kUserError);
    for (const std::unique_ptr<Module>& module : modules) {
      if (!options.passes.empty()) {
        Result<Function*> entry = find_entry(*module, options.entry);
        if (!entry.ok()) {
          invocation.say(entry.error().diagnostic);
          return invocation.finish(kUserError);
        }
        if (int status = optimize_program(invocation, **entry); status != kDone) return invocation.finish(status);
      }
      Result<std::string> text = invocation.pass("write", [&] { return write_program(*module, options); });
      if (!text.ok()) {
        invocation.say(text.error().diagnostic);
        return invocation.finish(kUserError);
      }
      if (!out.empty()) out += "\n// -----\n\n";
      out += *text;
    }
  }
  if (Status status = invocation.write(options.output, out); !status.ok()) {
    invocation.say(status.error().diagnostic);
    return invocation.finish(kUserError);
  }
  return invocation.finish(kDone);
}

}  // namespace partita
