// One axis decided for the whole program, the others as they are.
#pragma once

#include "partition/choice/possibilities.h"

namespace partita {

// Whether anything changed.
bool solve_axis(const FoldedGraph& graph, Assignment& assignment, size_t axis, const MeshPtr& mesh, Chooser& chooser,
                const Abilities& abilities);

}  // namespace partita
