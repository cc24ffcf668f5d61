// Keeps the peak below what the device has, at the least cost in time.
#pragma once

#include <optional>

#include "cost/memory.h"
#include "optimize/pipeline.h"

namespace partita::core::optimize {

// Where the peak is above limits.max_memory: another order of ops; then, the cheapest for the bytes it saves first,
// what remedy.h has. Leaves the program as it is where it holds the limit, or where there is none. What the program
// takes then; nothing where there is no limit, or one that is far away.
std::optional<Memory> fit_memory(Function& local, const OptimizeLimits& limits);

// Whether all values together fit, whatever their order: each with a copy in another order of dimensions, and the room
// that a library may want besides. Most programs do, and need not be looked at closer.
bool fits_at_once(const Function& local, const cost::CompilerTraits& compiler, double limit);

// The order of ops (schedule.cc) that is the fastest of those that hold the limit, or comes nearest.
void schedule_within(Function& local, const OptimizeLimits& limits);

}  // namespace partita::core::optimize
