// The bodies of reductions, sorts and the like work on scalars of one device. Shardings there mean nothing, hide what
// the body computes, and name meshes that the result may not declare:
//
//   reduce … { %s = add %a, %b; %c = sdy.sharding_constraint %s <@mesh, []>; return %c }      becomes  { add; return }
#pragma once

#include "ir/program.h"

namespace partita::core::complete {

// Removes constraints, groups and shardings from every region that has no shardings (has_sharded_regions).
void drop_placements_in_scalar_bodies(Function& entry);

}  // namespace partita::core::complete
