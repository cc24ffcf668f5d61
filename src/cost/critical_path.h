// The longest chain of kernels and collectives that wait for each other: no order of them is faster, however much runs
// at once.
//
//   %g = all_gather %x;  %a = dot %g, %w;  %r = reduce_scatter %a         this chain, if nothing beside it is longer:
//   %d = dot %x, %v                                                       gather, product and sum; %d is not in it
//
// Kernels on one compute stream (their sum) and the busiest link bound a step from below as well (timeline.h, time.h).
#pragma once

#include "cost/hardware.h"
#include "cost/kernels.h"
#include "cost/timeline.h"

namespace partita::core::cost {

// Seconds. Loops are followed until iterations repeat.
double critical_path(const Function& local, const Steps& steps, const CollectiveTimes& collectives);

}  // namespace partita::core::cost
