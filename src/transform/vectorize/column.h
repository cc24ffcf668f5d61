// The column of the op table that holds the vectorization rules.
#pragma once

#include "transform/vectorize/rules.h"

namespace partita::core::transform {

VectorizeRule vectorize_rule(OpKind kind);

}  // namespace partita::core::transform
