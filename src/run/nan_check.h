// Results that are no numbers.
#pragma once

#include <cstdint>
#include <optional>

#include "base/diagnostics.h"
#include "eval/evaluate.h"
#include "run/local_program.h"

namespace partita::core::run {

// The first NaN or infinity in the results of a step, by result, then by device; padding is not looked at. P402, with
// a note that names the op it comes from: the step is run once more on its inputs, and every value is looked at. All
// ranks do this together, and say the same. Fails where a rank does.
Result<std::optional<Diagnostic>> check_finite(const LocalProgram& program, const EvalOptions& options, int64_t step,
                                               const ByDevice& inputs, const ByDevice& results);

}  // namespace partita::core::run
