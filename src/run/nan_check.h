// Results that are no numbers.
#pragma once

#include <cstdint>
#include <optional>

#include "base/diagnostics.h"
#include "run/local_program.h"

namespace partita::core::run {

// The first NaN or infinity in the results of a step, by result, then by device; padding is not looked at. P402.
std::optional<Diagnostic> check_finite(const LocalProgram& program, int64_t step, const ByDevice& results);

}  // namespace partita::core::run
