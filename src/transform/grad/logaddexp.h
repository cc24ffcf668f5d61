// log(exp x + exp y) as JAX writes it: max(x, y) + log1p(exp(-|x - y|)), for softplus too, where y is 0. It is smooth,
// but its parts are not: where x is y, the maximum gives half of the cotangent to each, and the distance must give
// nothing. The convention for |x| at 0, which is that of a positive x, would take it from x and give it to y.
#pragma once

#include "ir/program.h"

namespace partita::core::transform {

// Whether this is the |x - y| in it.
bool is_distance_of_logaddexp(const Op& op);

}  // namespace partita::core::transform
