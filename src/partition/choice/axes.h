// The axes that are decided, and the orders in which they may divide one dimension.
#pragma once

#include <vector>

#include "partition/choice/folded_graph.h"

namespace partita::core::partition {

// The parts of the mesh's axes that no sharding of the program splits further. Of two, the one that is the major one on
// more dimensions of the program comes first, else the order is the mesh's.
AxisRefs find_atoms(const FoldedGraph& graph, const MeshPtr& mesh);

// The orders of these worth trying; the given one comes first.
std::vector<AxisRefs> orders_of(const AxisRefs& atoms);

}  // namespace partita::core::partition
