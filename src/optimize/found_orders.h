// Orders that were found for a program, for the next pass that looks for one of the same program: most passes leave it
// as the one before has.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/program.h"
#include "optimize/orders.h"

namespace partita::core::optimize {

// What the order of a function follows from: ops, attributes and types in their order, operands by the numbers of what
// they are. Two functions of a context are alike, copies of each other, where their images are equal.
std::vector<uintptr_t> image_of(const Function& local);

class FoundOrders {
 public:
  struct Found {
    OpOrder for_memory, by_time;
    OrderOutcome outcome;  // of the latter
  };

  // Of a function that is like this one.
  const Found* find(const Function& local) const;
  // Those of another function are forgotten.
  void keep(const Function& local, Found found);

  // What a function takes as it is ordered, where it has been found.
  void keep_outcome(const Function& local, OrderOutcome outcome);
  std::optional<OrderOutcome> outcome(const Function& local) const;

 private:
  std::vector<uintptr_t> image_, image_in_order_;
  std::optional<Found> found_;
  std::optional<OrderOutcome> outcome_;
};

}  // namespace partita::core::optimize
