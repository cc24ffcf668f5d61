// einsum and unary_einsum as dot_general, reduce and transpose.
//
//   "bij,bjk->bki"  =  dot_general (batch b, contracting j) : [b i k], then a transpose to [b k i]
#pragma once

#include <string>

#include "ir/program.h"

namespace partita::core::text {

// The value that takes the op's place, built before it; null, and why, where the equation does not fit the operands.
Value* expand_einsum(Op& op, std::string& why);

}  // namespace partita::core::text
