// Where collectives between hosts end: as late as what follows lets them.
#include <algorithm>
#include <set>

#include "engine/collective_steps.h"

namespace partita::core::engine {
namespace {

// Of a step with its parts.
struct Touched {
  std::set<int> reads, writes;
  bool meets = false;  // has a collective

  void add(const Step& step) {
    reads.insert(step.reads.begin(), step.reads.end());
    writes.insert(step.writes.begin(), step.writes.end());
    meets = meets || dynamic_cast<const CollectiveStep*>(&step) != nullptr ||
            (step.is_evaluator() && (step.op->info().has(kCollective) || step.op->num_regions() > 0));
    for (const Steps* part : step.parts()) {
      for (const std::unique_ptr<Step>& inner : *part) add(*inner);
    }
  }
};

bool have_common(const std::vector<int>& some, const std::set<int>& others) {
  return std::any_of(some.begin(), some.end(), [&](int one) { return others.contains(one); });
}

// Others read the operands until it ends, and its results are written.
bool can_run_before_end(const Step& step, const CollectiveStep& collective) {
  Touched touched;
  touched.add(step);
  return !touched.meets && !have_common(collective.reads, touched.writes) &&
         !have_common(collective.writes, touched.writes) && !have_common(collective.writes, touched.reads);
}

}  // namespace

void end_collectives_later(Steps& steps) {
  for (size_t i = 0; i < steps.size(); ++i) {
    auto* collective = dynamic_cast<CollectiveStep*>(steps[i].get());
    if (collective == nullptr) continue;
    size_t end = i + 1;
    while (end < steps.size() && can_run_before_end(*steps[end], *collective)) ++end;
    if (end == i + 1) continue;
    collective->ends_later = true;
    steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(end), std::make_unique<CollectiveEnd>(*collective));
  }
}

}  // namespace partita::core::engine
