// How long each op of a program takes on a machine, by itself: kernels with all that is fused into them, collectives.
#pragma once

#include "base/maps.h"
#include "cost/hardware.h"
#include "cost/timeline.h"
#include "cost/topology.h"
#include "ir/program.h"
#include "optimize/pipeline.h"

namespace partita::core::optimize {

// By the op that a kernel is named for; ops without time of their own are missing. Loops and branches are not added up.
using OpTimes = PointerMap<const Op*, double>;

OpTimes op_seconds(const cost::Steps& steps, const cost::Hardware& hardware, const cost::CollectiveTimes& collectives);

// Of the limits' machine and layout; nothing where there is no machine, it does not overlap collectives with kernels,
// or the devices do not fit it.
std::optional<Topology> topology_for(const Function& local, const OptimizeLimits& limits);

}  // namespace partita::core::optimize
