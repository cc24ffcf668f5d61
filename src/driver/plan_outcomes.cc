#include "driver/plan_outcomes.h"

#include <algorithm>
#include <cmath>

namespace partita::core::driver {
namespace {

// How long a step is for choosing among plans: memory that is held beyond the least counts a little.
double weighed_seconds(const PlanOutcome& plan, double least_peak) {
  constexpr double kHardlyMore = 1.02, kPowerOfMore = 0.25;
  return plan.seconds * std::pow(std::max(1.0, plan.peak / (kHardlyMore * std::max(least_peak, 1.0))), kPowerOfMore);
}

double least_peak_of(const std::vector<PlanOutcome>& plans) {
  double least = plans.front().peak;
  for (const PlanOutcome& plan : plans) least = std::min(least, plan.peak);
  return least;
}

}  // namespace

std::optional<size_t> clearly_best_of(const std::vector<PlanOutcome>& plans, double max_memory) {
  constexpr double kAhead = 1.07, kAheadOfHints = 1.2;
  const double least_peak = least_peak_of(plans);
  size_t best = 0;
  for (size_t i = 0; i < plans.size(); ++i) {
    if (max_memory > 0 && plans[i].peak > max_memory) return std::nullopt;
    if (weighed_seconds(plans[i], least_peak) < weighed_seconds(plans[best], least_peak)) best = i;
  }
  for (size_t i = 0; i < plans.size(); ++i) {
    if (i == best) continue;
    const bool hints = plans[i].name == "hints";
    if (weighed_seconds(plans[i], least_peak) < kAhead * weighed_seconds(plans[best], least_peak)) return std::nullopt;
    if (hints && plans[i].seconds < kAheadOfHints * plans[best].seconds) return std::nullopt;
  }
  return best;
}

size_t best_of(const std::vector<PlanOutcome>& plans, double max_memory) {
  constexpr double kAsFast = 1.0005;
  const double least_peak = least_peak_of(plans);
  double hinted = 0;
  const bool any_fits = max_memory <= 0 || least_peak <= max_memory;
  auto may_be = [&](const PlanOutcome& plan) {
    return any_fits ? max_memory <= 0 || plan.peak <= max_memory : plan.peak == least_peak;
  };
  for (const PlanOutcome& plan : plans) {
    if (plan.name == "hints" && may_be(plan)) hinted = plan.seconds;
  }
  size_t best = 0;
  double least = 0;
  bool found = false;
  for (size_t i = 0; i < plans.size(); ++i) {
    if (!may_be(plans[i]) || (hinted > 0 && plans[i].seconds > kAsFast * hinted)) continue;
    const double weighed = weighed_seconds(plans[i], least_peak);
    if (!found || weighed < least) best = i, least = weighed;
    found = true;
  }
  return best;
}

}  // namespace partita::core::driver
