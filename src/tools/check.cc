// partita check: reads and verifies, shardings too.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/invocation.h"

namespace partita::core::tools {

int run_check(const Options& options) {
  Invocation invocation(options);
  bool ok = true;
  for (const std::string& file : options.files) {
    Invocation::Programs programs;
    ok &= invocation.read(file, Goal::kCheck, programs);
    for (const std::unique_ptr<Compilation>& program : programs) {
      const bool fine = program->run();
      ok &= fine;
      if (options.json) {
        invocation.add_json(nlohmann::ordered_json({{"file", shown_path(file)},
                                                    {"ok", fine},
                                                    {"functions", program->module().functions().size()},
                                                    {"ops", program->module().count_ops()}})
                                .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
      }
      if (!options.verbose) continue;
      std::fprintf(stderr, "%s: %zu functions, %zu ops after inlining\n", shown_path(file).c_str(),
                   program->module().functions().size(), program->module().count_ops());
    }
  }
  return invocation.finish(ok ? kDone : kUserError);
}

}  // namespace partita::core::tools
