// partita check: reads and verifies.
#include <fmt/format.h>

#include <cstdio>

#include "tools/invocation.h"

namespace partita {

int run_check(const Options& options) {
  Invocation invocation(options);
  bool ok = true;
  for (const std::string& file : options.files) {
    std::vector<std::unique_ptr<Module>> modules;
    ok &= invocation.read(file, modules);
    if (!options.verbose) continue;
    for (const std::unique_ptr<Module>& module : modules) {
      std::fprintf(stderr, "%s: %zu functions, %zu ops after inlining\n", file.c_str(), module->functions().size(),
                   module->count_ops());
    }
  }
  return invocation.finish(ok ? kDone : kUserError);
}

}  // namespace partita
