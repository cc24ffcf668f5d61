// A file of hints: one on each line, with comments, and the mesh.
//
//   # Megatron on eight devices
//   mesh x=2,y=4
//   no-hints                    the program's own are left out; or: keep-hints results,constraints
//   recipe dp                   hints of a recipe come before those below
//   arg[0-29] = -, ...
//   *['w1']   = -,-,y           # as --shard has it
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "complete/completion.h"
#include "complete/hints.h"

namespace partita::core::complete {

// One hint as a text, NAME=SHARDING, and the line of a file it stands on; line 0: of the command line.
struct HintLine {
  std::string text;
  std::string file{};
  int line = 0;
};

// Which of a program's own hints are read. Boundaries of manual code always are: they are part of its meaning.
struct KeptHints {
  bool arguments = true, results = true, constraints = true;
  bool all() const { return arguments && results && constraints; }
};

// What the lines of HintOptions::shard say: each is one of a hints file, the command line's first line of it.
struct SaidHints {
  std::vector<HintLine> lines;  // in order: the last one for a value counts
  KeptHints keep;               // of no hints, where there is a recipe and nothing else is said
  std::string recipe;           // its hints come before `lines`
};
Result<SaidHints> said_hints(const HintOptions& options);

struct HintFile {
  std::string mesh;
  std::vector<std::string> lines;  // for HintOptions::shard, which keeps their places
};
// Mistakes of the hints themselves are found when they are read with the program.
Result<HintFile> parse_hint_file(std::string_view text, const std::string& name);

// The hints that a program was completed from, as such a file: given to the same program it says the same.
std::string hint_file_text(const Module& module, const Function& entry, const Completion& completion);

}  // namespace partita::core::complete

namespace partita::core {
using complete::HintFile;
using complete::HintLine;
using complete::KeptHints;
using complete::SaidHints;
}  // namespace partita::core
