// Broadcasts as one op each, wherever the program was written: HLO's broadcast stretches no dimension, and its iota in
// several dimensions comes as one in one dimension, so that XLA's exports have several ops for one.
//
//   %b = broadcast_in_dim %x, dims = [0, 1] : 8x1 -> 8x1; %r = reshape %b : 8x1 -> 8
//   broadcast_in_dim %r, dims = [0] : 8 -> 8x4                                     broadcast_in_dim %x, dims = [0, 1]
//   %i = iota dim = 0 : 4; broadcast_in_dim %i, dims = [1] : 4 -> 8x4              iota dim = 1 : 8x4
//
// And constants with dimensions have one use each, as JAX writes them: a value is stored in one way, and hints go along
// it from one op to the other, which a number that both happen to use should not do. What the local program has twice,
// cse makes one again.
#pragma once

#include <span>

#include "ir/program.h"

namespace partita::core::partition {

// Works on the global program, before its hints are read. A value with a hint stays, and one of `kept`: the values that
// the command line names.
void merge_broadcasts(Function& entry, std::span<const Value* const> kept = {});

}  // namespace partita::core::partition
