// How near the peak each value lives, before anything is chosen: what a byte that is saved there is worth.
//
//   live bytes   ___        ____ peak     %a lives across the peak: a byte of it counts in full
//            ___/   \__  __/    \         %b is gone before half of it is reached: a byte of it counts an eighth, the
//               %b     \/   %a   \        third power of 1/2, and so does a gathered copy that is made and used there
//
// Live bytes are those of completion's shardings, in the order of the program; what is fused takes none, updates are
// made in place, and what a loop reads stays until it ends.
#pragma once

#include <span>
#include <vector>

#include "complete/completion.h"
#include "complete/graph.h"

namespace partita::core::partition {

struct MemoryPressure {
  std::vector<double> at_node;  // by node of the completion's graph: 0 to 1
  std::vector<double> at_edge;  // by edge: of what lives only while it runs
};

// `held`: by node, the bytes that a device holds of it.
MemoryPressure memory_pressure(const FlowGraph& graph, std::span<const double> held);

// A value in another sharding than it is stored in, for uses from one edge to another.
struct HeldCopy {
  size_t first, last;
  double trip_count;  // of the value: what a loop reads is made before it
  double bytes;
};
// What a device holds at once. Arguments and results are there all the time.
double peak_of(const FlowGraph& graph, std::span<const double> held, std::span<const HeldCopy> copies);

}  // namespace partita::core::partition
