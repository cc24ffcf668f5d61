// What a pass may do with an op.
#pragma once

#include "ir/program.h"

namespace partita::core::optimize {

// The op itself, not what its regions hold, does more than give its results: it is never dropped, repeated or moved
// past another such op.
bool has_own_effect(const Op& op);
// The same with all that its regions hold.
bool has_effect(const Op& op);

// Values mean the same wherever they are computed: no effect, no token, no barrier, nothing unknown.
bool is_pure(const Op& op);

// Whether its regions are places to look for work: loops, branches, manual code. Not reducers and comparators.
bool has_code(const Op& op);

}  // namespace partita::core::optimize
