// The bodies of reductions, sorts and the like work on scalars of one device. What is said there of how a value lies
// says nothing, hides what the body computes, and names meshes that the result may not declare:
//
//   reduce … { %s = add %a, %b; %c = sdy.sharding_constraint %s <@mesh, []>; return %c }      becomes  { add; return }
#pragma once

#include "ir/program.h"

namespace partita::core::complete {

// Takes constraints, groups and shardings out of every region that has no shardings (has_sharded_regions).
void drop_placements_in_scalar_bodies(Function& entry);

}  // namespace partita::core::complete
