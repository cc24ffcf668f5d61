// relu has the gradient 0 at 0: its maximum(x, 0) must not have the gradient of a tie, which is half of the cotangent.
// In JAX's text this is lost but for the name of the function that holds it, @relu or @relu_7. So it is for relu6,
// minimum(maximum(x, 0), 6), at 0 and at 6.
#pragma once

#include "ir/program.h"

namespace partita::core::transform {

void mark_relu(Op& bound);
// Marks those of JAX's functions. For programs whose calls are not inlined yet.
void mark_relus(Module& module);
void unmark_relus(Region& region);
bool is_relu(const Op& bound);

}  // namespace partita::core::transform
