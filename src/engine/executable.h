// What compile() makes, for the sources of this folder.
#pragma once

#include <set>

#include "engine/compile.h"
#include "engine/step.h"

namespace partita::core::engine {

class Executable {
 public:
  Executable(const Module& module, const Function& entry, const CompileOptions& options)
      : module(module), entry(entry), options(options) {}

  const Module& module;
  const Function& entry;
  const CompileOptions options;

  // The program has what only the evaluator runs (messages between devices, manual code, futures): it runs all of it.
  bool evaluator_only = false;
  Steps steps;
  std::vector<Buffer> buffers;
  int registers = 0;
  int numbers = 0;  // of steps are below this
  int64_t arena_bytes = 0, shared_bytes = 0;
  // By kind of groups: how many share. The first of a group has the memory: of all devices each has a part.
  std::vector<int64_t> sharers;
  int64_t part_of_shared_bytes = 0;
  size_t scratch_bytes = 0;
  // Of collectives: buffers that they read, and the most operands of one.
  std::set<int> met;
  int most_operands = 0;
  // By result of the entry, or -1: the argument that is given back as it came, and the one whose memory it takes over.
  std::vector<int> forwarded, donated;
};

}  // namespace partita::core::engine
