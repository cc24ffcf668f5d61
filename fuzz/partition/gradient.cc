// Gradients of random programs: programs of the kind that are trained, of all ops that have a gradient.
#include "base/internal_error.h"
#include "check.h"
#include "driver/compilation.h"
#include "generate.h"

namespace partita::core::fuzz {

std::string random_gradient(uint64_t seed, Functions functions) {
  const std::string program = random_program(seed, functions);
  auto source = std::make_shared<SourceText>("program", program);
  Context context;
  CompileOptions options;
  options.goal = Goal::kDifferentiate;
  options.passes = {"cse", "dce"};
  options.verify_each = true;
  Compilation compilation(context, source, TextRange{0, program.size()}, std::move(options));
  if (!compilation.run_until("differentiate")) {
    // An op without a gradient is no finding; a gradient that does not verify is one.
    for (const Diagnostic& d : compilation.diagnostics().all()) {
      PARTITA_INVARIANT(d.code != Code::kInternal, "the gradient of a random program: " + d.message + "\n" + program);
    }
    return {};
  }
  Function& entry = compilation.entry();
  for (int i = 0; i < std::ssize(entry.result_types()); ++i) {
    entry.set_result_attrs(i, context.with_entry(entry.result_attrs(i), "fuzz.gradient", context.unit()));
  }
  PARTITA_INVARIANT(compilation.run(), "the gradient of a random program cannot be written");
  return compilation.text();
}

std::string random_text(uint64_t seed, Functions functions) {
  if (seed % 6 != 5) return random_program(seed, functions);
  try {
    if (std::string gradient = random_gradient(seed, functions); !gradient.empty()) return gradient;
  } catch (const InternalError&) {  // check_seed reports it
  }
  return random_program(seed, functions);
}

Finding check_seed(uint64_t seed, Engine engine) {
  const Functions functions = functions_under(engine);
  try {
    if (seed % 6 == 5) random_gradient(seed, functions);
  } catch (const InternalError& error) {
    return {"gradient", error.what()};
  }
  return check_program(random_text(seed, functions), seed, engine);
}

}  // namespace partita::core::fuzz
