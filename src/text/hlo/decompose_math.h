// CHLO's functions as formulas of what HLO has; each op stands before the one it replaces.
#pragma once

#include "ir/program.h"

namespace partita::core::text {

// The result's replacement, or null for an op that is none of these functions.
Value* decompose_function(Op& op);

}  // namespace partita::core::text
