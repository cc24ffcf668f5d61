// Ops again, with more or fewer parts. An op has the results it was made with, so that a new one takes its place.
#pragma once

#include <span>

#include "ir/program.h"

namespace partita::core::optimize {

// A loop or conditional with these results only, and of a loop these carries; the uses of the others, which must be in
// what the op itself throws away, go. The new op stands in the place of the old, which is erased.
Op* keep_results(Op& op, std::span<const int> kept);

}  // namespace partita::core::optimize
