// partita grad: writes the program that computes gradients of a program.
#include "tools/invocation.h"

namespace partita::core::tools {

int run_grad(const Options& options) {
  Invocation invocation(options);
  auto differentiate = [](const std::string&, Compilation& program, std::string& out) -> int {
    if (!program.run()) return status_of(program);
    out = program.text();
    return kDone;
  };
  return invocation.finish(write_programs(invocation, Goal::kDifferentiate, differentiate));
}

}  // namespace partita::core::tools
