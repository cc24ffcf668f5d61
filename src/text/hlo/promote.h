// Instructions of several float precisions, which XLA takes and StableHLO does not: all of it in the widest one. So are
// products of floats and integers, in the type of the result.
//
//   f32[4] add(f32[4] a, bf16[4] b)                                    add(a, convert(b))
//   f32[8] scatter(f32[8] x, i, bf16[3] u), to_apply: bf16 -> bf16     scatter(x, i, convert(u)), whose body converts
//                                                                      to bf16 and back
#pragma once

#include "ir/program.h"

namespace partita::core::text::hlo {

// Converts operands, and what the regions take and give, of an op that is not well typed as it is. True where
// something changed: results that were of a narrower type than the widest are of the widest now.
bool promote_precisions(Op& op);

}  // namespace partita::core::text::hlo
