// The order of ops in a program that was traced. C++ leaves open in which order arguments of a call are evaluated, and
// compilers differ, so that the order in which ops came means nothing.
#pragma once

#include <span>

#include "ir/program.h"

namespace partita::core::front {

// Puts the ops of the region, and of the regions inside, into the order of data flow: depth first from the operands of
// the return, those with the fewest ops before them first, and from there the operand with the longest way first; where
// these are the same, the first operand. What frees more memory than it takes then moves up. What the results do not
// need goes, unless it has effects; that follows the first of its operands.
void order_by_results(ir::Region& region);

// Of a region that is still being made: the ops behind `last` (null: all), what these values need first. Nothing goes.
void order_by_values(ir::Region& region, ir::Op* last, std::span<ir::Value* const> values);

}  // namespace partita::core::front
