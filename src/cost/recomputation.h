// How much of a program's matrix work is done again.
//
//   %h = dot %x, %w; %y = tanh %h; …            forward
//   %b = optimization_barrier %x
//   %g = dot %b, %w                             computed again for the gradient, rather than kept: %h's value
//
// Values are numbered: two that get the same number are equal. Barriers, hints and copies hand numbers on. Loops are
// looked through, so that the backward loop of a checkpointed scan is seen to compute the forward body again:
//
//   while (i < 16) { %h = dot %c, %w[i]; save[i] = %c; … }
//   while (j < 16) { %c = save[15 - j]; %h = dot %c, %w[15 - j]; … }
//
// A slice of a stack, by an index that runs over all of it, is what a loop has written there by such an index. A carry
// is what a carry of an earlier loop was, if it begins with the same value and goes on by the same computation.
//
// What is equal for another reason (in another layout, by algebra) is not found, and a product that does not change
// within a loop counts as new in every iteration. So this is a lower bound, exact for code that was computed again by
// copying it, as checkpointing and rematerialization do.
#pragma once

#include "ir/program.h"

namespace partita::core::cost {

struct Recomputation {
  double matrix = 0;      // matrix operations of a run, of loops as often as they run
  double recomputed = 0;  // of these, in products whose value an earlier op has computed
};

// Of a program before or after partitioning.
Recomputation recomputation_of(const Function& function);

}  // namespace partita::core::cost

namespace partita::core {
using cost::Recomputation;
}  // namespace partita::core
