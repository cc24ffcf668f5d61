// How often the ops of a program run: loops by their trip counts, every branch of a conditional once.
//
//   while (i < 12) { all_reduce; while (j < 4) { dot } }          the all_reduce 12 times, the dot 48 times
#pragma once

#include <optional>
#include <vector>

#include "ir/program.h"

namespace partita::core::cost {

struct TripCount {
  enum class From : uint8_t {
    kProgram,    // the counter, its limit and its step are constants, or the text states the count beside the loop
    kCondition,  // guessed: the largest integer constant of the condition
    kNothing,    // unknown; counts as one
  };
  double count = 1;
  From from = From::kNothing;
};

TripCount trip_count_of(const Op& loop);

// Calls `visit(op, times)` on every op of the region and of the regions inside, an op before what it holds.
template <typename Visit>
void walk_counted(const Region& region, double times, const Visit& visit) {
  for (const Op& op : region) {
    visit(op, times);
    if (op.num_regions() == 0) continue;
    const double inside = op.is(OpKind::kWhile) ? times * trip_count_of(op).count : times;
    for (int r = 0; r < op.num_regions(); ++r) walk_counted(op.region(r), inside, visit);
  }
}

}  // namespace partita::core::cost
