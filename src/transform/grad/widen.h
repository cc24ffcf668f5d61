// Ops with regions, with further results: what they compute on the way and a gradient needs.
#pragma once

#include <span>

#include "ir/program.h"

namespace partita::core::transform {

// An op of these operands and results in the place of `op`, which gives it its regions and is erased. Result i of `op`
// becomes result to[i] of the new one; shardings go with them, and further results are open.
Op* replace_op(Op& op, std::span<Value* const> operands, std::span<const Type> results, std::span<const int> to);

}  // namespace partita::core::transform
