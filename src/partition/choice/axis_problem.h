// One axis decided for the whole program, the others as they are.
#pragma once

#include "partition/choice/message_passing.h"
#include "partition/choice/possibilities.h"

namespace partita::core::partition {

// Whether anything changed. `memory`: the same for all calls with this axis.
bool solve_axis(const FoldedGraph& graph, Assignment& assignment, size_t axis, const MeshPtr& mesh, Chooser& chooser,
                const Abilities& abilities, MessagePassing::Memory& memory);

}  // namespace partita::core::partition
