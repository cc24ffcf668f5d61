// Decides one axis for all of the program, the other axes being fixed.
#pragma once

#include "partition/choice/message_passing.h"
#include "partition/choice/search_space.h"

namespace partita::core::partition {

// Whether anything changed. `memory`: the same for all calls with this axis.
bool solve_axis(const FoldedGraph& graph, Assignment& assignment, size_t axis, const MeshPtr& mesh,
                StrategySelector& selector, const LoweringCapabilities& capabilities, MessagePassing::Memory& memory);

}  // namespace partita::core::partition
