// Values by names that may stand for several.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "complete/hints.h"

namespace partita::core::complete {

// What find_value finds, or in the order of the program all that the name stands for:
//   arg[0-3]  *emb*            globs over arguments and results; over all other values where no end is meant
//   %h*                        over values by their own names
//   tensor<*x512xf32>          arguments and results by type; ... stands for any number of dimensions
//   model.mlir:12  :12         what the ops of a line give
Result<std::vector<NamedValue>> find_values(const Module& module, const Function& entry, std::string_view name);

// Whether * and ? of the pattern, and numbers in [0-29,31], make it the name. Any other bracket is itself.
bool matches_glob(std::string_view pattern, std::string_view name);

// What a hint calls the value, so that find_values finds it and no other: argN, its name, or the line of its op where
// another has that name too. Empty where neither tells.
std::string hint_name(const Module& module, const Function& entry, const Value& value);

}  // namespace partita::core::complete
