// Values inside of a program, as further results of it: what a run that went wrong is looked into with.
//
//   %0 = add …                                  {0}       op 0 of the entry
//   %1 = while … do { %2 = dot_general … }      {1, 4}    op 4 of that loop's body, in its first iteration
#pragma once

#include <compare>
#include <span>
#include <string_view>
#include <vector>

#include "base/maps.h"
#include "ir/program.h"

namespace partita::core::run {

// A place is the same in every copy of a program that was read from one text.
struct ValuePlace {
  std::vector<int> path;  // the number of an op in the entry; then, while that is a loop, of one in its body; …
  int result = 0;
  friend auto operator<=>(const ValuePlace&, const ValuePlace&) = default;
  friend bool operator==(const ValuePlace&, const ValuePlace&) = default;
};

std::vector<const Op*> ops_of(const Region& region);
std::vector<Op*> ops_of(Region& region);

// Null where there is no such op.
const Op* op_at(const Function& entry, std::span<const int> path);

// The values become results of the entry, after those it has. First iterations of loops that they are in are put before
// the loops.
void export_values(Function& entry, std::span<const ValuePlace> places);

// Without further ends: what would say how the entry's results were one tuple.
void forget_result_tuple(Function& entry);

}  // namespace partita::core::run

namespace partita::core {
using run::ValuePlace;
}  // namespace partita::core
