// Loops as scans, the form in which they are differentiated and vectorized, and back.
//
//   while (i < n) { x = dynamic_slice(xs, i); c = f(c, x); ys = dynamic_update_slice(ys, g(c), i); i = i + 1 }
//   scan (c, xs) -> (c, ys)
//
// A scan's body takes slices of the inputs along dimension 0, then carries, and gives slices of the outputs, then
// carries. It may use values from outside.
#pragma once

#include "ir/program.h"

namespace partita::core::transform {

// While loops that run a known number of times become scans, those in regions too. A stack that is only read at the
// counter becomes an input, one that is only written there an output; a carry that never changes is used from outside.
// Others stay while loops.
void raise_loops(Region& region);

// Whether the body works on whole slices, so that it is a loop. Others apply a body of scalars to each element, or
// accumulate by one associative op; these stay what they are.
bool is_loop(const Op& scan);
// How often its body runs.
int64_t scan_length(const Op& scan);

// Scans become while loops that slice and update stacks; those that accumulate along a dimension by one associative op
// stay.
void lower_loops(Region& region);

}  // namespace partita::core::transform
