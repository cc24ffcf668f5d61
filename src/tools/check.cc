// partita check: reads and verifies, shardings too.
#include <cstdio>

#include "tools/invocation.h"

namespace partita::core::tools {

int run_check(const Options& options) {
  Invocation invocation(options);
  bool ok = true;
  for (const std::string& file : options.files) {
    Invocation::Programs programs;
    ok &= invocation.read(file, Goal::kCheck, programs);
    for (const std::unique_ptr<Compilation>& program : programs) {
      ok &= program->run();
      if (!options.verbose) continue;
      std::fprintf(stderr, "%s: %zu functions, %zu ops after inlining\n", file.c_str(),
                   program->module().functions().size(), program->module().count_ops());
    }
  }
  return invocation.finish(ok ? kDone : kUserError);
}

}  // namespace partita::core::tools
