// Hints that might change how a program communicates: shardings of arguments and results, one axis moved at a time.
#pragma once

#include <string>
#include <vector>

#include "driver/compilation.h"

namespace partita::core::driver {

// An argument or a result of the entry, as hints name it, and how far it is from where the search began.
struct ProgramEnd {
  const Value* argument = nullptr;  // null: a result
  int index = 0;
  std::string name() const;  // arg0, out1
};

// The ends that the value is made of or goes into, the nearest first; through loops, along at most `most_ops` ops.
std::vector<ProgramEnd> ends_around(const Function& entry, const Value& value, size_t most, size_t most_ops = 4000);

// Its sharding with one of the axes divided over another dimension, added to one, or taken away, as --shard takes it:
// only what divides evenly.
std::vector<std::string> hints_on_end(const Compilation& compilation, const ProgramEnd& end,
                                      const std::vector<int>& axes);

// The spelling of hints: "[x, -]".
std::string hint_spelling(const Sharding& sharding);

}  // namespace partita::core::driver
