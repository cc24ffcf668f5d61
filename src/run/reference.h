// What a program means on one device: the results that a partitioned run is compared with.
#pragma once

#include <vector>

#include "complete/hints.h"
#include "eval/evaluate.h"

namespace partita::core::run {

// Evaluates the program as it is before completion touches it. Where it has collectives outside of manual code these
// are between all devices that it will be divided over, so as many instances run side by side.
Result<std::vector<Tensor>> evaluate_reference(Module& module, Function& entry, std::vector<Tensor> arguments,
                                               const HintOptions& hints, EvalOptions options,
                                               Diagnostics& failed_checks);

// How far apart two right ways to compute a program may come; see ComparisonRule.
struct Rounding {
  double narrowest = 0;  // ε of the narrowest floats it computes with
  double growth = 1;     // of the errors in its longest sum
};
Rounding rounding_of(const Function& entry);

}  // namespace partita::core::run
