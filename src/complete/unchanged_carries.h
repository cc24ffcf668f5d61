// Loops that carry a value without changing it.
//
//   %r:2 = while(%w = %weights, %i = %zero) … do { …; return %w, %next }      %w is %weights in every trip
#pragma once

#include "ir/program.h"

namespace partita::core::complete {

// Replaces such values by the value from before the loop, captured. XLA does the same when it reads StableHLO, but
// leaves the loop's shardings as they were, one for each value it had, and then refuses the program: so this runs
// before shardings are attached. It also asks the op that gives a value used inside for its sharding, and finds none
// where it has just folded that op: with `mark`, such values pass through a call of @Sharding, which it leaves alone.
void drop_unchanged_carries(Function& function, bool mark);

}  // namespace partita::core::complete
