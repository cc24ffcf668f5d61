// Ops in a row as a program of their own: what a run that went wrong is looked into with, without running it again.
//
//   0  add        ops 2 to 3 take %1, an argument of theirs; what op 4 reads of them, %3, is their result
//   1  dot
//   2  tanh       func @main(%1) { %2 = tanh %1; %3 = all_reduce %2; return %3 }
//   3  all_reduce
//   4  multiply
#pragma once

#include <memory>
#include <vector>

#include "ir/program.h"

namespace partita::core::run {

struct ProgramPart {
  std::vector<int> path;  // of a loop, as ValuePlace has it; empty: ops of the entry, else of the loop's body
  int first = 0, last = 0;
};

// Values are those of the program that the part is of.
struct PartAlone {
  std::unique_ptr<Module> module;
  std::vector<const Value*> given;  // what its arguments are
  std::vector<const Value*> made;   // what its results are

  Function& entry() const { return *module->functions().front(); }
};

// What the value is in the first iteration of the loops around: an argument of their bodies is what they begin with.
const Value* in_first_iteration(const Value* value);

// Constants are copied with those that read them. The module has the meshes and attributes of the whole.
PartAlone part_alone(const Function& entry, const ProgramPart& part, std::vector<const Value*> made);

}  // namespace partita::core::run

namespace partita::core {
using run::PartAlone;
using run::ProgramPart;
}  // namespace partita::core
