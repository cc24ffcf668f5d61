// The axes that choices are about, and the orders in which they may stand on one dimension.
#pragma once

#include <vector>

#include "partition/choice/folded_graph.h"

namespace partita::core::partition {

// Pieces of the mesh's axes that no sharding of the program cuts further. Of two, the one that more of the program has
// as the major one of a dimension comes first, else as the mesh has them.
AxisRefs find_atoms(const FoldedGraph& graph, const MeshPtr& mesh);

// The orders of these worth trying, as they stand first.
std::vector<AxisRefs> orders_of(const AxisRefs& atoms);

}  // namespace partita::core::partition
