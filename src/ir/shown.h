// What values and ops are called in listings, explanations and reports.
#pragma once

#include <string>

#include "ir/program.h"

namespace partita::core::ir {

// %x, %4#1, or %? where it has no name.
std::string shown_name(const Value* value);
// "dot_general": the op's name without its dialect; a custom call with its target.
std::string shown_op(const Op& op);

}  // namespace partita::core::ir
