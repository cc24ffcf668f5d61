// The order of ops, for passes that ask what their changes come to once all is ordered.
#pragma once

#include <algorithm>
#include <optional>

#include "ir/program.h"
#include "optimize/found_orders.h"
#include "optimize/op_seconds.h"
#include "optimize/orders.h"

namespace partita::core::optimize {

// What takes memory comes late; collectives come early enough to have something to overlap with: one product, or, where
// it is known what ops take (`times` may be null), as many as hide them. That raises the peak of no region by more than
// `slack` bytes.
OpOrder order_overlapped(Orders& orders, const OpTimes* times, double slack = 0);

// The order whose product of step and peak is the lowest (schedule.cc). Others are applied meanwhile.
OpOrder order_for_memory(Function& local, Orders& orders, const OptimizeLimits& limits);

// That, or one of those by time, and by what memory the limits' machine has left: whichever gives the shortest step in
// its memory.
class TimedOrders {
 public:
  // The function keeps its ops. They must outlive it.
  TimedOrders(Function& local, const OptimizeLimits& limits, const Topology& topology);

  // Orders the function.
  void run();
  // What it takes then.
  const cost::Timeline& timeline();
  OrderOutcome outcome() { return {timeline().step, orders_.peak()}; }
  // What was found.
  const FoundOrders::Found& found() const { return found_; }
  // Back to how it was.
  void undo() { orders_.undo(); }

 private:
  Function& local_;
  const OptimizeLimits& limits_;
  Orders orders_;
  const cost::CollectiveTimes sent_;
  FoundOrders::Found found_;
  std::optional<cost::Timeline> timeline_;  // where it was asked for on the way
};

// Seconds of a collective from which on one product may not be enough.
inline constexpr double kLongCollective = 1e-5;

}  // namespace partita::core::optimize
