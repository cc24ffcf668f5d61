// partita diff: what changed between two programs, or under two sets of options.
#include "simulate/difference.h"
#include "tools/modelled_program.h"

namespace partita::core::tools {

int run_diff(const Options& options) {
  Invocation invocation(options);
  auto fail = [&](const Diagnostic& d) {
    invocation.report(d, "command line");
    return invocation.finish(kUserError);
  };
  const std::vector<Variant> variants = variants_of(options);
  std::deque<Invocation> invocations;
  std::deque<ModelledProgram> programs;
  for (const Variant& variant : variants) {
    Invocation& own = invocations.emplace_back(variant.options);
    const int status = model_programs(own, variant.file, variant.special, false, programs);
    invocation.absorb(own);
    if (status != kDone) return invocation.finish(status);
  }
  if (programs.size() != 2) {
    return fail(error_without_place(
        Code::kUsage, "diff compares two programs: two files, or one file with --a 'OPTIONS' or --b 'OPTIONS'"));
  }
  const simulate::Difference difference = simulate::difference_of(programs[0].simulation, programs[1].simulation);
  const std::string text = options.json ? simulate::difference_json(difference)
                                        : simulate::difference_table(difference, static_cast<size_t>(options.top));
  if (Status written = invocation.write(options.output, text); !written.ok()) return fail(written.error().diagnostic);
  return invocation.finish(kDone);
}

}  // namespace partita::core::tools
