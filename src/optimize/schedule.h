// The order of ops, for passes that ask what their changes come to once all is ordered.
#pragma once

#include "ir/program.h"
#include "optimize/op_seconds.h"

namespace partita::core::optimize {

// What takes memory comes late; where `overlapped`, collectives come early enough to have something to overlap with:
// one product, or, where it is known what ops take (`times` may be null), as many as hide them. That raises the peak of
// no region by more than `slack` bytes.
void order_ops(Function& local, bool overlapped, const OpTimes* times, double slack = 0);

// The order with the lowest peak of those that are not slower than others (schedule.cc).
void order_for_memory(Function& local, const OptimizeLimits& limits);

// As that, with times, and with what memory the limits' machine has left: whichever gives the shortest step in its
// memory.
void order_by_time(Function& local, const OptimizeLimits& limits, const Topology& topology);

// Seconds of a collective from which on one product may not be enough.
inline constexpr double kLongCollective = 1e-5;

}  // namespace partita::core::optimize
