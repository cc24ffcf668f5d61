// The steps of a function whose ops only change places: what each op comes to by itself is found once, and put together
// in the order of the day. A region that is in the order that was asked for last stays as it was.
#pragma once

#include "base/maps.h"
#include "cost/kernel_fusion.h"
#include "cost/kernels.h"

namespace partita::core::cost {

class OrderedSteps {
 public:
  // The function's ops may be moved within their regions from now on, and not changed.
  OrderedSteps(const Function& local, const Hardware& hardware, const ValueMemory& values);

  // What steps_of would give now. Until it is asked again.
  const Steps& as_ordered();

 private:
  struct StepsOfOp {
    size_t first = 0, count = 0;
  };

  OrderedSteps(const Function& local, const Hardware& hardware, const Storage& storage, Steps all);
  void take(Steps& all);
  void put_in_order(const Region& region, Steps& out);
  void put_together(const std::vector<const Op*>& ops, Steps& out);

  const Function& local_;
  const Hardware& hardware_;
  KernelJoiner joiner_;
  std::vector<Step> steps_;  // bodies are those of their regions, without steps
  PointerMap<const Op*, StepsOfOp> of_op_;
  Steps ordered_;
  PointerMap<const Region*, std::vector<const Op*>> last_order_;  // of the ops that have steps
};

}  // namespace partita::core::cost
