// Which results of a program are the new values of its arguments: weights after a step, caches with one more token.
//
//   %new = subtract %w, %change     return …, %new       the result is the new %w
#pragma once

#include <vector>

#include "ir/program.h"

namespace partita::core::complete {

// For each argument the result that updates it, or -1: of the same type, made of it by ops that keep the shape (also by
// what a loop carries, or a dynamic_update_slice), by the fewest of them. No result updates two arguments.
std::vector<int> updated_results(const Function& entry);

}  // namespace partita::core::complete
