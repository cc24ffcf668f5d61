// jax.nn.relu has the gradient 0 at 0. In JAX's text this is lost but for the name of the function that holds it, @relu
// or
// @relu_7: its maximum(x, 0) must not have the gradient of a tie, which is half of the cotangent.
#pragma once

#include "ir/program.h"

namespace partita::core::transform {

// Marks these maximums. For programs whose calls are not inlined yet.
void mark_relus(Module& module);
void unmark_relus(Region& region);
bool is_relu(const Op& maximum);

}  // namespace partita::core::transform
