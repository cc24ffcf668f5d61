// Pads and slices one after the other, as one pad (GSPMD §4.6), so that the shift of a pipeline is one exchange.
//
//   %p = pad %x, low 1; %r = slice %p [0:n]                pad %x, low 1, high -1
//   %s = slice %x [1:n]; %r = concatenate %s, zeros        pad %x, low -1, high 1
//
// Each alone has shards of other boundaries than x and the result, and moves rows to put them there; together they move
// the one row that changes hands.
#pragma once

#include <span>

#include "ir/program.h"

namespace partita::core::partition {

// In the whole program, before its hints are read: what lies between carries none, has no other use, and is none of
// `kept`, which are the values that someone outside of the program names.
void merge_pads(Function& entry, std::span<const Value* const> kept = {});

}  // namespace partita::core::partition
