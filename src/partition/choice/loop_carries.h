// What a loop carries unchanged is, inside of the loop and after it, the value from before: the local loop does not
// carry it. Most such carries are gone before completion (complete/unchanged_carries.h); loops with hints of their own
// still have theirs here.
#pragma once

#include <vector>

#include "ir/program.h"

namespace partita::core::partition {

// The carries that the local loop has, in order: those that change, or all where none does.
std::vector<int> kept_carries(const Op& loop);
// The value from before all loops that hand it on as an argument or a result that is not kept; itself elsewhere.
const Value* before_unchanged_loops(const Value* value);

}  // namespace partita::core::partition
