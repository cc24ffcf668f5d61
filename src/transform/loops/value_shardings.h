// Shardings that an op states for each of its results, where another op takes its place: loops as scans and back, loops
// and branches with further results.
#pragma once

#include <span>

#include "ir/program.h"

namespace partita::core::transform {

// Result i of `from` is result to[i] of `op`, or none of them where that is -1. Those that `from` says nothing of are
// open. Nothing where it has no sharding, or not one for each result.
void set_value_shardings(Op& op, const Op& from, std::span<const int> to);

// The value, constrained to what `op` states for its result i; itself where that is nothing. Made before the op.
Value* with_value_sharding(Op& op, int i, Value* value);

}  // namespace partita::core::transform
