// partita check: reads and verifies, shardings too.
#include <fmt/format.h>

#include <cstdio>

#include "complete/hints.h"
#include "tools/invocation.h"

namespace partita {
namespace {

// A mistake in a mesh would be told again for every function: the first one with mistakes is the last one looked at.
bool check_hints(Invocation& invocation, Module& module) {
  Diagnostics diagnostics;
  HintOptions options;
  options.notes = invocation.options().verbose;
  invocation.pass("hints", [&] {
    for (Function* function : module.functions()) {
      if (!diagnostics.has_errors()) read_hints(module, *function, options, diagnostics);
    }
  });
  for (const Diagnostic& d : diagnostics.all()) invocation.say(d);
  return !diagnostics.has_errors();
}

}  // namespace

int run_check(const Options& options) {
  Invocation invocation(options);
  bool ok = true;
  for (const std::string& file : options.files) {
    std::vector<std::unique_ptr<Module>> modules;
    ok &= invocation.read(file, modules);
    for (const std::unique_ptr<Module>& module : modules) {
      ok &= check_hints(invocation, *module);
      if (!options.verbose) continue;
      std::fprintf(stderr, "%s: %zu functions, %zu ops after inlining\n", file.c_str(), module->functions().size(),
                   module->count_ops());
    }
  }
  return invocation.finish(ok ? kDone : kUserError);
}

}  // namespace partita
