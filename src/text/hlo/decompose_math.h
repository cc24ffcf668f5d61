// CHLO's functions as formulas of what HLO has; each op stands before the one it replaces.
#pragma once

#include "ir/program.h"

namespace partita::core::text {

// The result's replacement, or null for an op that is none of these functions.
Value* decompose_function(Op& op);
// C++ leaves open in which order the parts of a formula are made; the text must not. Puts the ops between `before` and
// `op` in the order a reader of the formula meets them, and drops what nothing uses.
void put_in_order(Op* before, Op& op, Value* result);

}  // namespace partita::core::text
