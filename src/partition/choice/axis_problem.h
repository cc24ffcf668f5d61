// Decides one axis for all of the program, the other axes being fixed.
#pragma once

#include "partition/choice/search_space.h"

namespace partita::core::partition {

// Whether anything changed.
bool solve_axis(const FoldedGraph& graph, Assignment& assignment, size_t axis, const MeshPtr& mesh,
                StrategySelector& selector, const LoweringCapabilities& capabilities);

}  // namespace partita::core::partition
