// Programs with a modelled step, for verbs that show or compare them.
#pragma once

#include <deque>
#include <string>

#include "simulate/simulation.h"
#include "tools/costed_program.h"

namespace partita::core::tools {

struct ModelledProgram {
  CostedProgram program;
  Simulation simulation;
  std::string label;  // what people call it: the file, and what is special about its options
};

// All programs of a file by the options of the invocation, with causes; added to `out`, which must not move: figures
// point into it. The exit status; what went wrong is reported.
int model_programs(Invocation& invocation, const std::string& file, const std::string& special, bool with_events,
                   std::deque<ModelledProgram>& out);

// What a verb compares: several files by one set of options, or each by --a and by --b; by one of these alone, and
// without it.
struct Variant {
  std::string file, special;
  Options options;
};
std::vector<Variant> variants_of(const Options& options);

// Words of a text as a shell divides them: quotes of both kinds, and backslashes outside of single ones. kUsage where a
// quote is not closed.
Result<std::vector<std::string>> shell_words(std::string_view text);

}  // namespace partita::core::tools
