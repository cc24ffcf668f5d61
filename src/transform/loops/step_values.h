// What integer scalars of a loop's body are in each step, where they follow from its counters.
//
//   while(i = 0, …) { j = select(i < 0, i + 4, i); dynamic_slice(xs, j, 0) … }        j is i in every step
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/program.h"
#include "ir/trip_count.h"

namespace partita::core::transform {

class StepValues {
 public:
  explicit StepValues(const Op& loop);  // a kWhile whose trip count is known

  // Of the value in this step, 0 being the first; nothing where it is not known.
  std::optional<int64_t> at(const Value* value, int64_t step) const;
  // Whether it is the number of the step in each (reverse: counted from the last, n - 1 first), once it is clamped to
  // 0 … n - 1 as slices clamp their starts.
  bool is_step(const Value* value, int64_t n, bool reverse) const;
  bool is_always(const Value* value, int64_t number, int64_t n) const;

  const std::optional<ir::Induction>& induction(int carry) const { return inductions_[carry]; }

 private:
  std::optional<int64_t> at(const Value* value, int64_t step, int& budget) const;

  const Op& loop_;
  std::vector<std::optional<ir::Induction>> inductions_;
};

}  // namespace partita::core::transform
