// Brings a module into normal form once, after reading, so that no later layer has to handle the forms it replaces.
#pragma once

#include "base/diagnostics.h"
#include "ir/program.h"

namespace partita::core::text {

// All of the steps below, in order. False where an error was added.
bool normalize(Module& module, Diagnostics& diagnostics);

// Meshes written into shardings are declared, and named there.
void lift_meshes(Module& module);

// Calls of functions, composites and named computations become the callee's ops; private functions that nothing names
// any more go. Locations survive, and what a call gave keeps the call's name; shardings on a call, and on a callee's
// arguments and results, become constraints at each call. A recursive call graph, or growth past kMaxInlinedOps, is an
// error.
inline constexpr size_t kMaxInlinedOps = 10'000'000;
inline constexpr int kMaxNesting = 256;  // of regions, as the readers allow; chains of calls may not stack up more
bool inline_calls(Module& module, Diagnostics& diagnostics);
// For an op that moves to another function: %0 there is not the %0 here. Other names say something, and are kept.
void forget_numbers(Op& op);

// Old ops become modern ones (dot, broadcast, create_token, einsum, torch_index_select, …), dynamic ops with static
// result types their static twins; rng loses its shape operand, which its result type repeats.
bool modernize(Module& module, Diagnostics& diagnostics);

}  // namespace partita::core::text
