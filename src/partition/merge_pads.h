// Pads and slices one after the other, as one pad (GSPMD §4.6), so that the shift of a pipeline is one exchange.
//
//   %p = pad %x, low 1; %r = slice %p [0:n]                pad %x, low 1, high -1
//   %s = slice %x [1:n]; %r = concatenate %s, zeros        pad %x, low -1, high 1
//
// Each op alone gives a value whose shard boundaries differ from those of x and of the result, and would exchange rows
// for it; merged, they exchange the one row that changes its device.
#pragma once

#include <span>

#include "ir/program.h"

namespace partita::core::partition {

// Works on the global program, before its hints are read. A value between two merged ops has no hint and no other use,
// and is none of `kept`: the values that the command line names.
void merge_pads(Function& entry, std::span<const Value* const> kept = {});

}  // namespace partita::core::partition
