// Where both sides of a collective come from, in sentences: which hints divided the value, and which want it otherwise.
//
//   gradient of arg0 params['emb']: it is summed over dimension 0 of %118, which x divides by the hint on arg30 (line
//   3) out1 result['emb'] is kept as [-, -] by the hint on it (line 3), so that every device needs the whole sum
#pragma once

#include <string>
#include <vector>

#include "driver/compilation.h"

namespace partita::core::driver {

// The reason has a value. Hints that nothing leads to are not named.
std::vector<std::string> two_sides(const Compilation& compilation, const Reason& reason);

}  // namespace partita::core::driver
