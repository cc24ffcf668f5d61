// The steps of a function whose ops only change places: what each op comes to by itself is found once, and put together
// in the order of the day.
#pragma once

#include "base/maps.h"
#include "cost/kernels.h"

namespace partita::core::cost {

class OrderedSteps {
 public:
  // The function's ops may be moved within their regions from now on, and not changed.
  OrderedSteps(const Function& local, const Hardware& hardware, const ValueMemory& values);

  // What steps_of would give now.
  Steps as_ordered() const;

 private:
  struct StepsOfOp {
    size_t first = 0, count = 0;
  };

  void take(Steps& all);
  Steps in_order(const Region& region) const;

  const Function& local_;
  const Hardware& hardware_;
  const Storage& storage_;
  std::vector<Step> steps_;  // bodies are those of their regions, without steps
  PointerMap<const Op*, StepsOfOp> of_op_;
};

}  // namespace partita::core::cost
