// What chlo.top_k and the custom call TopK share.
#pragma once

#include "eval/evaluators.h"

namespace partita::core::eval {

// Gives the k largest (or smallest) elements of every line of operand 0 along its last dimension, and their positions.
void give_top_k(OpCall& call, int64_t k, bool largest);

}  // namespace partita::core::eval
