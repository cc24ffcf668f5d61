// Which of several plans to take, once each is lowered and it is known what its step comes to.
//
//   chosen 10.0 ms, 4 GB    hints 10.2 ms, 3 GB      hints: 4 GB are a third more than the least, which counts as 7%
//   here chosen 10.0 ms, 4 GB    hints 9.9 ms, 6 GB       hints: nothing may be slower than they are
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace partita::core::driver {

struct PlanOutcome {
  std::string_view name;  // what the plan was found by
  double seconds = 0;     // of the step, as it is scheduled
  double peak = 0;        // of memory
};

// The one that is so far ahead, before products overlap and all is ordered, that it will be in the end. What is taken
// instead of the hints has to be further ahead: it must not turn out slower than they are. 0 for `max_memory`: no
// limit.
std::optional<size_t> clearly_best_of(const std::vector<PlanOutcome>& plans, double max_memory);

// The one to take: below the limit of memory where that can be, not slower than what hints alone give, and then the
// shortest step, where memory that is held beyond the least counts little.
size_t best_of(const std::vector<PlanOutcome>& plans, double max_memory);

}  // namespace partita::core::driver
